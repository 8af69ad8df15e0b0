# `nix-build scripts/packaging/nix` builds the released version.
{
  pkgs ? import <nixpkgs> { },
}:

pkgs.callPackage ./package.nix { }
