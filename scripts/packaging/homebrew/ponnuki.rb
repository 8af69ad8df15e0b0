# A formula for a tap: `brew install --build-from-source ./ponnuki.rb` after
# `scripts/update-recipes.sh` has written the version and the checksum.
class Ponnuki < Formula
  desc "Go engine with exact rules: GTP, matches between engines, analysis, a library"
  homepage "https://crates.io/crates/ponnuki"
  url "https://crates.io/api/v1/crates/ponnuki/0.1.0/download"
  version "0.1.0"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args
    system bin/"ponnuki", "generate", "man", man1
    generate_completions_from_executable(bin/"ponnuki", "generate", "completions")
  end

  test do
    session = "1 boardsize 9\n2 play black E5\n3 genmove white\n4 final_score\n5 quit\n"
    answers = pipe_output("#{bin}/ponnuki --seed 1", session, 0)
    assert_match(/\A=1 \n\n=2 \n\n=3 [A-J][1-9]\n\n=4 [BW]\+[0-9.]+\n\n=5 \n\n\z/, answers)
  end
end
