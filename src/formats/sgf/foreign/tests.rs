//! What the records of servers say of a game, in every encoding. `records.tsv` has their moves.

use encoding_rs::{EUC_KR, GB18030, SHIFT_JIS};
use proptest::prelude::*;

use super::*;
use crate::sgf::{GameTree, Games, ReadOptions, read_with_defects};

/// Returns the SGF of a file in an encoding.
fn sgf(text: &str, encoding: TextEncoding) -> String {
    let bytes = encoding.encode(text).0;
    let game = Games::new(&*bytes).next().unwrap().unwrap();
    assert!(game.is_converted);
    String::from_utf8(game.bytes).unwrap()
}

/// Returns the root of a converted file, without its begin.
fn root(text: &str, encoding: TextEncoding) -> String {
    let sgf = sgf(text, encoding);
    let tree = GameTree::read(sgf.as_bytes()).unwrap();
    let properties = tree.nodes[0].properties.iter();
    let texts = properties.map(|property| format!("{}{}", property.identifier, property.values));
    let text = texts.collect::<String>();
    text.strip_prefix("FF[4]GM[1]CA[UTF-8]").unwrap().to_owned()
}

#[test]
fn gib_states_the_game() {
    let file = |kind: &str, rest: &str| {
        format!("\\HS\n\\[GIBOKIND={kind}\\]\n{rest}\n\\HE\n\\GS\nSTO 0 2 1 3 3\n\\GE\n")
    };
    for (kind, encoding, rest, expected) in [
        (
            "China",
            GB18030,
            "\\[GAMENAME=让先\\]\n\\[GAMEBLACKNAME=石下之臣(2段)\\]\n\\[GAMEWHITENAME=harpmaster(3段)\\]\n\
             \\[GAMEINFOMAIN=GRLT:1,ZIPSU:110,DUM:0,GONGJE:0,TCNT:268\\]\n\
             \\[GAMETAG=S1,R5,D0,G0,W1,Z110,T20-1-0,C2012:11:22:18:03,I:harpmaster\\]",
            "SZ[19]GN[让先]PB[石下之臣]BR[2d]PW[harpmaster]WR[3d]RE[W+11]KM[0]DT[2012-11-22]",
        ),
        (
            "Korea",
            EUC_KR,
            "\\[GAMEPLACE=타이젬 바둑\\]\n\\[GAMEBLACKNAME=윤 (1급)\\]\n\
             \\[GAMETAG=S0,R0,D0,G65,W7,Z0,T30-3-1200,\t\tC2015:08:29:22:56,\t\tI:dongjik\\]",
            "SZ[19]PC[타이젬 바둑]PB[윤]BR[1k]RE[B+T]KM[6.5]DT[2015-08-29]",
        ),
        (
            "Japan",
            SHIFT_JIS,
            "\\[GAMEWHITENAME=表 ]\\ (9P)\\]\n\\[GAMECOMMENT=ソ\\]",
            "SZ[19]PW[表 \\]\\\\]WR[9p]GC[ソ]",
        ),
        (
            "Global",
            UTF_8,
            "\\[GAMEBLACKNAME=kim\\]\n\\[GAMEINFOMAIN=GRLT:255,ZIPSU:0\\]",
            "SZ[19]PB[kim]",
        ),
        // A label that is wrong does not count.
        (
            "Global",
            EUC_KR,
            "\\[GAMEBLACKNAME=이세돌 국수 대국 (9단)\\]",
            "SZ[19]PB[이세돌 국수 대국]BR[9d]",
        ),
        ("China", UTF_8, "\\[GAMEBLACKNAME=石下\\]", "SZ[19]PB[石下]"),
    ] {
        assert_eq!(root(&file(kind, rest), encoding), expected, "{kind}");
    }
}

#[test]
fn ngf_states_the_game() {
    let file = |header: &str| format!("{header}\nPMABBDDDD\n");
    let plain = "Rated game\n19\nLQC         9DP\nCYY         7D*\nwww.cyberoro.com\n0\n0\n7\n20170316 [09:37]\n5\n";
    let said =
        "SZ[19]GN[Rated game]KM[7.5]PW[LQC]WR[9p]PB[CYY]BR[7D*]PC[www.cyberoro.com]DT[2017-03-16]";
    for (result, expected) in [
        ("Black wins by 0.5!", "RE[B+0.5]"),
        ("White loses on time!", "RE[B+T]"),
        ("White wins by  resign!", "RE[W+R]"),
        ("White wins!", "RE[W+]"),
        ("A draw", ""),
        ("", ""),
    ] {
        let found = root(&file(&format!("{plain}{result}\n1")), UTF_8);
        assert_eq!(found, format!("{said}{expected}"));
    }
    let older = "GI韩国十段战\nGI朴承华 初段\nGI李载雄 五段\nGI\nGI\nGI2006-9-5\nGI19\nGI0\nGI0\nGI6\nGI1\nPMABBDDDD\n\
                 GI1\nIDB[1] 黑中盘胜(现场消息)[EndTxt]";
    assert_eq!(
        root(older, GB18030),
        "SZ[19]EV[韩国十段战]PW[朴承华]WR[初段]PB[李载雄]BR[五段]DT[2006-09-05]KM[6.5]RE[黑中盘胜(现场消息)]"
    );
}

#[test]
fn ugf_states_the_game() {
    let file = "[Header]\r\nLang=SJIS\r\nTitle=第1局,NHK杯\r\nPlace=東京\r\nDate=2019/3/8,22:09:00\r\nRule=JPN\r\n\
                Size=9\r\nHdcp=2,0.50\r\nWinner=W,C\r\nCoordinateType=IGS\r\nPlayerB=表,7d,,a@b\r\nPlayerW=ソ,9p\r\n\
                [Data]\r\nGC,B1,0,0\r\nCG,B1,0,0\r\nEE,W1,1,0\r\n[ReviewComment]\r\n.Comment,1\r\nHi!\r\n.Comment,2\r\n\
                a ]\r\nb\r\n";
    assert_eq!(
        sgf(file, SHIFT_JIS),
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]GN[第1局,NHK杯]PC[東京]DT[2019-03-08]RU[Japanese]HA[2]KM[0.5]RE[W+R]PB[表]BR[7d]\
         PW[ソ]WR[9p]AB[gg][cc]C[Hi!]\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n;W[ee]C[a \\]\rb])"
    );
    for (winner, expected) in [
        ("B,7.50", "RE[B+7.5]"),
        ("B,G", "RE[B+R]"),
        ("W,T", "RE[W+T]"),
        ("W,F", "RE[W+F]"),
        ("W,", "RE[W+]"),
        ("D,", "RE[0]"),
        ("", ""),
    ] {
        let file = format!("[Header]\nSize=9\nWinner={winner}\n[Data]\nAA,B1,1,0");
        assert_eq!(root(&file, UTF_8), format!("SZ[9]{expected}"));
    }
}

#[test]
fn other_text_is_no_record() {
    for text in [
        "",
        "(;GM[1])",
        "A letter.\n\n(;GM[1])",
        "Rated game\n19\nPMAX",
        "[Heading]\n",
        "HS\n",
        "PM AB",
    ] {
        assert!(converter(text.as_bytes()).is_none(), "{text}");
    }
    let marked = "\u{FEFF}\r\n[header]\r\n";
    assert_eq!(sgf(marked, UTF_8), "(;FF[4]GM[1]CA[UTF-8]SZ[19])");
}

#[test]
fn dates_and_ranks_have_one_form() {
    for (text, expected) in [
        ("20170316 [09:37]", Some("2017-03-16")),
        ("2006-9-5", Some("2006-09-05")),
        ("2015- 8-29-22-56-58", Some("2015-08-29")),
        ("2012:11:22:18:03", Some("2012-11-22")),
        ("2012-13-01", None),
        ("2012", None),
        ("12-11-10", None),
        ("today", None),
    ] {
        assert_eq!(date(text).as_deref(), expected, "{text}");
    }
    for (text, expected) in [
        ("9DP", "9p"),
        ("3단", "3d"),
        ("7D*", "7D*"),
        ("2k?", "2k?"),
        ("", ""),
    ] {
        assert_eq!(usual_rank(text), expected);
    }
}

proptest! {
    /// Whatever follows the first line of a format, a game is read, and again when it is mended.
    #[test]
    fn any_text_in_a_format_is_read(
        first in prop::sample::select(vec![
            "\\HS\n", "\\[GAMETAG=", "[Header]\nSize=9\n", "[Header]\nSize=9\n[Data]\n", "PMABBCCCC\n", "GI\nGI\nPMABBCCCC\n",
        ]),
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "STO 0 1 1 ", "STO 0 2 2 3 ", "SKI\n", "SUR\n", "INI 0 1 9\n", "\\[GAMETAG=W0,Z5,G-65,C2020:1:1\\]\n",
                "\\[GAMEBLACKNAME=] (\\]\n", "PMABW", "PM", "DD\n", "AA\n", "[Data]\n", "[ReviewComment]\n", ".Comment,2\n",
                ".Comment,999\n", "Hdcp=9,x\n", "Size=99999999999\n", "CoordinateType=IGS\n", "AA,B1,0,0\n", "ZZ,W1,1,0\n",
                "YA,B1,2,0\n", "]\n", "\\\n", "18 18\n", "-1\n", "é\n", "(;\n", "\u{0}\n",
            ]),
            0..30,
        ),
    ) {
        let text = format!("{first}{}", pieces.concat());
        let game = Games::new(text.as_bytes()).next().unwrap().unwrap();
        prop_assert!(game.is_converted);
        let mended = game.mended();
        let options = ReadOptions::default();
        let [before, after] = [&text, &mended].map(|text| {
            let found = read_with_defects(text.as_bytes(), None, &options);
            found.ok().map(|found| (found.game.turns().to_vec(), found.game.start().stones))
        });
        prop_assert_eq!(before, after, "{}", text);
    }
}
