import sharp from 'sharp';

const fade = (id: string, ...stops: [offset: number, color: string][]) =>
  `<radialGradient id="${id}">${stops
    .map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`)
    .join('')}</radialGradient>`;

const around = (count: number, radius: number, draw: (x: number, y: number, turn: number) => string) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return draw(450 + radius * Math.cos(angle), 380 + radius * Math.sin(angle), (360 * i) / count);
  }).join('');

const ALLOY = `<circle cx="450" cy="380" r="172" fill="#222"/>
  <circle cx="450" cy="380" r="165" fill="none" stroke="url(#metal)" stroke-width="18"/>
  ${around(5, 0, (_x, _y, turn) => `<path d="M432 380 L414 220 L486 220 L468 380 Z" fill="url(#metal)" stroke="#777" stroke-width="2" transform="rotate(${turn} 450 380)"/>`)}
  <circle cx="450" cy="380" r="40" fill="url(#metal)"/>
  ${around(5, 24, (x, y) => `<circle cx="${x}" cy="${y}" r="6" fill="#444"/>`)}
  <circle cx="450" cy="380" r="10" fill="#555"/>`;

/** The close-up of an alloy wheel under blue paint, 900 × 700. */
export const wheelDrawing = (): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700"><defs>
      ${fade('tyre', [0.6, '#2a2a2a'], [0.85, '#1a1a1a'], [1, '#080808'])}${fade('metal', [0, '#d8dadc'], [1, '#9a9da0'])}
      <linearGradient id="paint" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#3a62a8"/><stop offset="1" stop-color="#16305c"/></linearGradient></defs>
      <rect width="900" height="520" fill="url(#paint)"/><rect y="600" width="900" height="100" fill="#777470"/>
      <rect y="470" width="900" height="135" fill="#1a1a1c"/><circle cx="450" cy="370" r="310" fill="#0b0b0c"/>
      <ellipse cx="450" cy="640" rx="300" ry="20" fill="#333"/><circle cx="450" cy="380" r="262" fill="url(#tyre)"/>
      <circle cx="450" cy="380" r="178" fill="#111"/>${ALLOY}</svg>`),
  )
    .flatten()
    .blur(1.2)
    .jpeg({ quality: 92 })
    .toBuffer();
