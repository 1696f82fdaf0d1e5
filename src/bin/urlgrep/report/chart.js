// Charts: SVG, drawn for the width that there is.

const SVG = document.getElementById("svg").namespaceURI;

/** An element. Text is only ever set as text, so nothing in it is markup. */
function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** The width of a chart on paper, in pixels. */
const PAPER = 680;

/** A place for a chart: `draw` gets the width, and is called again when that changes. */
function chart(draw) {
  const place = el("div", { class: "chart" });
  let width = 0;
  const redraw = (now) => {
    if (now === width || now === 0) return;
    width = now;
    place.replaceChildren(draw(width));
  };
  const fit = () => redraw(Math.floor(place.clientWidth));
  new ResizeObserver(fit).observe(place);
  addEventListener("beforeprint", () => redraw(PAPER));
  addEventListener("afterprint", fit);
  return place;
}

/** Up to four round numbers that cover 0 to `max`, and 0 to 1 at least. */
function ticks(max) {
  max = Math.max(max, 1);
  const rough = max / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough));
  const all = [];
  for (let tick = 0; tick < max + step; tick += step) all.push(tick);
  return all;
}

function short(number) {
  if (number >= 1e6) return `${+(number / 1e6).toFixed(1)}M`;
  return number >= 1e4 ? `${+(number / 1e3).toFixed(1)}k` : grouped(number);
}

const MARGIN = { left: 44, right: 8, top: 8, bottom: 22 };

/** The names below the bars, as many as have room. */
function axis(names, width, height) {
  const each = (width - MARGIN.left - MARGIN.right) / names.length;
  const step = Math.ceil((names[0].length * 8 + 14) / each);
  const labels = names.map((name, i) => {
    if (i % step > 0) return null;
    const x = MARGIN.left + each * (i + 0.5);
    return svg("text", { x, y: height - 6, class: "label", "text-anchor": "middle" }, name);
  });
  return svg("g", { "aria-hidden": "true" }, ...labels);
}

/** Bars over time. */
function bars(names, values, heading, width) {
  const height = 150;
  const marks = ticks(Math.max(...values));
  const top = marks[marks.length - 1];
  const each = (width - MARGIN.left - MARGIN.right) / names.length;
  const y = (value) => MARGIN.top + (height - MARGIN.top - MARGIN.bottom) * (1 - value / top);
  const lines = marks.map((mark) => svg("g", { "aria-hidden": "true" },
    svg("line", { x1: MARGIN.left, x2: width - MARGIN.right, y1: y(mark), y2: y(mark), class: "grid" }),
    svg("text", { x: MARGIN.left - 6, y: y(mark) + 4, class: "label", "text-anchor": "end" }, short(mark))));
  const gap = each > 4 ? Math.min(each * 0.2, 6) : 0;
  const all = values.map((value, i) => svg("rect",
    { x: MARGIN.left + each * i + gap / 2, y: y(value), width: each - gap, height: y(0) - y(value), class: "bar" },
    svg("title", {}, `${names[i]}: ${grouped(value)}`)));
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `${heading} over time` },
    ...lines, ...all, axis(names, width, height));
}

/** Shares over time, as bars of equal height: `series` has a name and the values of each. */
function shares(names, series, width) {
  const height = 200;
  const each = (width - MARGIN.left - MARGIN.right) / names.length;
  const room = height - MARGIN.top - MARGIN.bottom;
  const gap = each > 4 ? Math.min(each * 0.15, 4) : 0;
  const columns = names.map((name, i) => {
    const sum = series.reduce((sum, one) => sum + one.values[i], 0);
    let y = MARGIN.top + room;
    return svg("g", {}, ...series.map((one, number) => {
      const high = sum > 0 ? (room * one.values[i]) / sum : 0;
      y -= high;
      const percent = sum > 0 ? Math.round((1000 * one.values[i]) / sum) / 10 : 0;
      return svg("rect", { x: MARGIN.left + each * i + gap / 2, y, width: each - gap, height: high, class: `share share-${number}` },
        svg("title", {}, `${name}: ${one.name} ${percent} %, ${grouped(one.values[i])}`));
    }));
  });
  const marks = [0, 50, 100].map((mark) => svg("text",
    { x: MARGIN.left - 6, y: MARGIN.top + room * (1 - mark / 100) + 4, class: "label", "text-anchor": "end" }, `${mark} %`));
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": "Shares of schemes over time" },
    ...columns, svg("g", { "aria-hidden": "true" }, ...marks), axis(names, width, height));
}

/** A small line without axes. The numbers stand beside it. None if all are 0. */
function sparkline(names, values) {
  const [width, height] = [120, 22];
  const max = Math.max(...values);
  if (max === 0) return null;
  const x = (i) => (values.length > 1 ? (i * (width - 4)) / (values.length - 1) + 2 : width / 2);
  const y = (value) => height - 2 - ((height - 4) * value) / max;
  const points = values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`);
  const best = values.indexOf(max);
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "spark", role: "img", "aria-label": `most in ${names[best]}` },
    svg("title", {}, `most in ${names[best]}: ${grouped(values[best])}`),
    svg("polygon", { points: [`${x(0)},${height - 2}`, ...points, `${x(values.length - 1)},${height - 2}`].join(" "), class: "area" }),
    svg("polyline", { points: points.join(" "), class: "line" }),
    svg("circle", { cx: x(best), cy: y(values[best]), r: 2, class: "peak" }));
}
