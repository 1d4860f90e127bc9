import sharp from 'sharp';

const BODY =
  'M96 540 C88 490 96 440 130 424 C180 404 250 396 306 388 C350 340 396 300 450 290 C520 280 620 282 676 300 C724 318 760 360 786 392 C830 400 862 414 872 440 C882 480 880 520 872 548 L800 566 L180 566 Z';

const fade = (id: string, ...stops: [offset: number, color: string, opacity: number][]) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops
    .map(
      ([offset, color, opacity]) =>
        `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`,
    )
    .join('')}</linearGradient>`;

const wheel = (x: number) =>
  `<circle cx="${x}" cy="552" r="78" fill="#111"/><circle cx="${x}" cy="556" r="68" fill="#1b1b1b"/>
   <circle cx="${x}" cy="556" r="46" fill="#b4b4b4"/>${[0, 72, 144, 216, 288]
     .map(
       (turn) =>
         `<rect x="${x - 6}" y="512" width="12" height="44" fill="#888" transform="rotate(${turn} ${x} 556)"/>`,
     )
     .join('')}<circle cx="${x}" cy="556" r="10" fill="#555"/>`;

/** Always the same: what is found on the picture must be, too. */
const scratches = () => {
  let last = 7;
  const chance = () => {
    last = (last * 16807) % 2147483647;
    return last / 2147483647;
  };
  return Array.from({ length: 30 }, () => {
    const [x, y] = [360 + 60 * chance(), 430 + 60 * chance()];
    const [bend, end, width] = [30 * chance() - 15, 40 * chance() - 20, 2 + 5 * chance()];
    return `<path d="M${x} ${y} q60 ${bend} 120 ${end}" stroke="#ddd8d0" stroke-width="${width}" fill="none"/>`;
  }).join('');
};

/** A car from its left, 960 × 720: true enough that the models see its parts, and the scratches on its front door. */
export const carDrawing = ({ paint = '#1d3f7a', scratched = false } = {}): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720"><defs>
      ${fade('sky', [0, '#7fa6c9', 1], [1, '#dfe6ea', 1])}${fade('road', [0, '#8a8784', 1], [1, '#5a5754', 1])}
      ${fade('shade', [0, '#fff', 0.55], [0.35, '#fff', 0.05], [0.6, '#000', 0.05], [1, '#000', 0.5])}
      ${fade('glass', [0, '#51606b', 1], [1, '#161c22', 1])}
      <filter id="soft"><feGaussianBlur stdDeviation="10"/></filter></defs>
      <rect width="960" height="470" fill="url(#sky)"/><rect y="460" width="960" height="260" fill="url(#road)"/>
      <rect y="300" width="260" height="165" fill="#a99a86"/>
      <rect x="620" y="330" width="340" height="135" fill="#7d8b72"/>
      <ellipse cx="480" cy="592" rx="390" ry="22" fill="#222" filter="url(#soft)"/>
      <path d="${BODY}" fill="${paint}"/><path d="${BODY}" fill="url(#shade)"/>
      <path d="M330 388 C366 346 404 312 454 304 L520 300 L520 388 Z" fill="url(#glass)"/>
      <path d="M534 300 C600 298 650 304 676 318 C706 338 730 366 744 388 L534 390 Z" fill="url(#glass)"/>
      <path d="M527 296 L530 400 L530 545 M322 394 C314 450 318 510 340 548 L690 548 C716 520 740 470 744 394 M96 470 L876 470"
        stroke="#000" stroke-opacity=".6" stroke-width="3" fill="none"/>
      <path d="M470 424 h36 a6 6 0 0 1 0 12 h-36z M668 424 h36 a6 6 0 0 1 0 12 h-36z" fill="#222"/>
      <path d="M318 372 l-24 -12 q-10 14 4 24 l30 4z" fill="${paint}" stroke="#222" stroke-width="2"/>
      <path d="M104 440 q30 -24 64 -20 q-10 26 -66 36z" fill="#eef6ff" stroke="#333" stroke-width="2"/>
      <path d="M868 430 q-34 -10 -56 -6 q6 30 60 40z" fill="#b02020" stroke="#333" stroke-width="2"/>
      ${wheel(232)}${wheel(740)}${scratched ? scratches() : ''}</svg>`),
  )
    .flatten()
    .blur(1.1)
    .jpeg({ quality: 92 })
    .toBuffer();
