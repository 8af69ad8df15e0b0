/** A black stone, a white stone, or an empty point. */
export type Sign = 1 | -1 | 0;

/** The column and the row of a point, counted from 0 at the top left. */
export type Vertex = [x: number, y: number];

/** Rows of signs from the top down, or a position with its rules. */
export type Board = Sign[][];
export interface Position {
  board: Board;
  /** The colour to move; 1 (Black) without it. */
  toMove?: 1 | -1;
  /** 7.5 without it. */
  komi?: number;
  /** `cgos` without it. */
  rules?:
    | 'cgos'
    | 'tromp-taylor'
    | 'chinese'
    | 'chinese-ogs'
    | 'aga'
    | 'new-zealand'
    | 'japanese'
    | 'japanese-playout'
    | 'stone-scoring'
    | 'ancient-territory'
    | 'aga-button'
    | 'ing';
}

export interface EstimateOptions {
  /** 1 to 20,000; without it 1,000 for an estimate, and as many as they need for dead stones. */
  playouts?: number;
  /** 1 without it. The same seed gives the same result. */
  seed?: number;
}

/** All values are from Black's point of view. */
export interface Estimate {
  /** The mean of the playouts in points, komi included. */
  score: number;
  /** The standard deviation of their scores. */
  scoreDeviation: number;
  /** The share of the playouts that Black wins, from 0 to 1. */
  winRate: number;
  /** 1 if Black always owns the point, -1 if White does. */
  ownership: number[][];
  dead: Vertex[];
  seki: Vertex[];
  /** Whether nothing is left to play for. */
  settled: boolean;
}

/** Without a level, `playouts` and `timePerMove`, the random player. */
export interface PlayerOptions {
  /** A random one without it. The same seed gives the same games. */
  seed?: number;
  /** 0 to 9. */
  level?: number;
  /** The playouts of a search per move. */
  playouts?: number;
  /** The time of a search per move in seconds. */
  timePerMove?: number;
  /** The memory of a search in MiB, 1 to 1,024; 256 without it. */
  memory?: number;
  neverResign?: boolean;
}

/** Returns the dead stones, as if the game were over. */
export function deadStones(position: Board | Position, options?: EstimateOptions): Vertex[];

/** Estimates the score, the owners of the points and the dead stones. */
export function estimate(position: Board | Position, options?: EstimateOptions): Estimate;

/** Chooses a move. It knows no earlier positions, so only an `Engine` obeys superko. */
export function genmove(position: Board | Position, options?: PlayerOptions): Vertex | 'pass' | 'resign';

/** `guess` of @sabaki/deadstones. The stones are always those of a finished game. */
export function guess(board: Board, options?: { finished?: boolean; iterations?: number }): Promise<Vertex[]>;

/** `getProbabilityMap` of @sabaki/deadstones. */
export function getProbabilityMap(board: Board, iterations: number): Promise<number[][]>;

/** Returns the first game of a file as SGF, whatever its encoding; throws if there is none. */
export function decodeSgf(bytes: Uint8Array): string;

/** Additions to a picture. Vertices are those of GTP, such as D4. */
export interface Overlay {
  /** Shades for the owners, as in an estimate. */
  owners?: number[][];
  /** Stones that are drawn as removed. */
  dead?: string[];
  labels?: [vertex: string, label: string][];
}

/** An engine that speaks GTP. It keeps its game from one call to the next. */
export class Engine {
  constructor(options?: PlayerOptions);
  /** Answers lines of GTP exactly as the program does. */
  gtp(lines: string): string;
  /** Returns the answer to one line without `=`. Throws the message of a failure. */
  command(line: string): string;
  /**
   * Loads a record in place of a file, up to the position before a move, as far as it can be read. Returns what is wrong
   * with it, a sentence for each defect; throws and changes nothing if nothing can be read. Rules that the record does
   * not name are Japanese with a komi of 5.5 or 6.5 and on servers where territory counts, otherwise the default.
   */
  loadSgf(record: string, move?: number): string[];
  /** Draws the position as SVG, with coordinates and a ring on the last move. */
  picture(overlay?: Overlay): string;
  /** Gives the memory back. */
  free(): void;
}
