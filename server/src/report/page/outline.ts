/** The place of a damage on a photo. */
import type { View } from '../../inspections/records/findings/view.ts';
import type { Frame } from './blocks.ts';

/** White under the color, so that it is seen on every paint. `imageWidth`: of the photo that the view was measured on. */
export const drawOutline = (
  doc: PDFKit.PDFDocument,
  { bounding_box: box, polygons }: Pick<View, 'bounding_box' | 'polygons'>,
  imageWidth: number,
  shown: Frame,
  color: string,
) => {
  const scale = shown.width / imageWidth;
  const { x, y } = shown;
  const rings = polygons.filter((polygon) => polygon.length > 2);
  const trace = () => {
    for (const ring of rings)
      doc.polygon(...ring.map(([px, py]): [number, number] => [x + px * scale, y + py * scale]));
    if (rings.length === 0)
      doc.roundedRect(x + box.xmin * scale, y + box.ymin * scale, box.width * scale, box.height * scale, 1.5);
    return doc;
  };
  doc.save().rect(shown.x, shown.y, shown.width, shown.height).clip();
  trace().lineJoin('round').lineWidth(2.6).stroke('#ffffff');
  trace().lineWidth(1.3).stroke(color);
  doc.restore();
};
