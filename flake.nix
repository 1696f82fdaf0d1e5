{
  description = "Finds URLs in mail, news and documentation, by the appendix of RFC 1738";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      manifest = (nixpkgs.lib.importTOML ./Cargo.toml).package;
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "x86_64-darwin"
        "aarch64-darwin"
      ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = manifest.name;
          inherit (manifest) version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          # The tests of the library; those of the command need a terminal and a network of their own.
          cargoTestFlags = [
            "--lib"
            "--test=spec"
            "--test=corpus"
          ];
          postInstall = ''
            $out/bin/urlgrep help --man > urlgrep.1
            installManPage urlgrep.1
            for shell in bash zsh fish; do
              $out/bin/urlgrep --completion "$shell" > "urlgrep.$shell"
            done
            installShellCompletion urlgrep.{bash,zsh,fish}
          '';
          doInstallCheck = true;
          installCheckPhase = ''
            test "$($out/bin/urlgrep -c corpora/mail/1994.mbox)" -eq 79
          '';
          meta = {
            inherit (manifest) description;
            homepage = manifest.repository;
            license = with nixpkgs.lib.licenses; [
              mit
              asl20
            ];
            mainProgram = "urlgrep";
          };
        };
      });
    };
}
