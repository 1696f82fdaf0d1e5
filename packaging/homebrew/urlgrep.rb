# For a tap: Homebrew installs no formula that is not in one. The release workflow sets the checksum of the source.
class Urlgrep < Formula
  desc "Find URLs in mail, news and documentation, also broken or quoted ones"
  homepage "https://github.com/OWNER/urlgrep"
  url "https://github.com/OWNER/urlgrep/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license any_of: ["MIT", "Apache-2.0"]
  head "https://github.com/OWNER/urlgrep.git", branch: "main"

  depends_on "rust" => :build

  def install
    system "cargo", "install", "--profile", "dist", *std_cargo_args
    generate_completions_from_executable(bin/"urlgrep", "--completion", shells: [:bash, :zsh, :fish])
    (man1/"urlgrep.1").write Utils.safe_popen_read(bin/"urlgrep", "help", "--man")
    doc.install Dir["docs/*.md"]
  end

  test do
    (testpath/"letter").write "> See <URL:ftp://ds.in\n> ternic.net/rfc>.\n"
    assert_equal "ftp://ds.internic.net/rfc\n", shell_output("#{bin}/urlgrep letter")
  end
end
