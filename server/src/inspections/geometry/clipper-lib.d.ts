/** clipper-lib comes without types: what is used of it. */
declare module 'clipper-lib' {
  namespace ClipperLib {
    type Path = { X: number; Y: number }[];
    const PolyType: { ptSubject: number; ptClip: number };
    const ClipType: { ctIntersection: number; ctUnion: number };
    const PolyFillType: { pftEvenOdd: number };
    class Clipper {
      AddPaths(paths: Path[], type: number, closed: boolean): boolean;
      Execute(type: number, solution: Path[], subjectFill: number, clipFill: number): boolean;
      static Area(path: Path): number;
    }
  }
  export default ClipperLib;
}
