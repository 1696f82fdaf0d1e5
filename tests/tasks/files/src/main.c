/* See https://example.org/spec#section-2. */
const char *api = "https://api.example.org/v1/\n";
