# For callPackage; default.nix calls it. `scripts/update-recipes.sh` writes the version
# and the checksum.
{
  lib,
  stdenv,
  fetchurl,
  rustPlatform,
  installShellFiles,
}:

rustPlatform.buildRustPackage rec {
  pname = "ponnuki";
  version = "0.1.0";

  # fetchCrate would want the hash of the unpacked files, which no other recipe uses.
  src = fetchurl {
    name = "${pname}-${version}.tar.gz";
    url = "https://crates.io/api/v1/crates/${pname}/${version}/download";
    sha256 = "0000000000000000000000000000000000000000000000000000000000000000";
  };

  # The lock file of the same version; it holds the checksums of all dependencies.
  cargoLock.lockFile = ../../../Cargo.lock;

  nativeBuildInputs = [ installShellFiles ];

  # The tests of the release profile would link each test with full optimisation.
  checkType = "debug";
  cargoTestFlags = [ "--lib" ];
  doInstallCheck = stdenv.buildPlatform.canExecute stdenv.hostPlatform;
  installCheckPhase = ''
    bash scripts/smoke.sh $out/bin/ponnuki
  '';

  postInstall = lib.optionalString (stdenv.buildPlatform.canExecute stdenv.hostPlatform) ''
    $out/bin/ponnuki generate man man1
    installManPage man1/*.1
    for shell in bash zsh fish; do
      $out/bin/ponnuki generate completions $shell >ponnuki.$shell
    done
    installShellCompletion ponnuki.{bash,zsh,fish}
  '';

  meta = {
    description = "Go engine with exact rules: GTP, matches between engines, analysis, a library";
    homepage = "https://crates.io/crates/ponnuki";
    license = with lib.licenses; [
      mit
      asl20
    ];
    mainProgram = "ponnuki";
  };
}
