import { type Camera, type Drawn, drawnText, photographed, rowsOn, widthOf } from './text-drawing.ts';

/** The plate with the vehicle's number, as it is riveted into the door frame. */
export const vinPlate = (vin: string, camera?: Camera) =>
  photographed(
    rowsOn([
      ['VEHICLE NUMBER', 28],
      [vin, 46],
    ]),
    camera,
  );

/** The rows at the foot of a passport or card that machines read. */
export const zone = (rows: string[], camera?: Camera) =>
  photographed(
    rowsOn(
      rows.map((row): [string, number] => [row, 1600 / (row.length * 1.2)]),
      { fill: '#e6e2d6' },
    ),
    camera,
  );

/** A speedometer with the total below it. */
export const odometer = (total: string, unit: string, camera?: Camera) => {
  const scale = ['20', '40', '60', '80', '100', '120', '140', '160', '180'].map((text, index) => {
    const angle = ((150 + index * 30) * Math.PI) / 180;
    const [x, y] = [400 * Math.cos(angle) - widthOf(text, 34) / 2, 400 * Math.sin(angle) - 17];
    return drawnText({ text, x, y, size: 34, ink: '#e8e8e8' });
  });
  const label = `${total} ${unit}`;
  return photographed(
    `<circle r="490" fill="#15171a"/>${scale.join('')}
     <path d="M0 0 L-230 -180" stroke="#d33" stroke-width="12"/><circle r="40" fill="#333"/>
     <rect x="-220" y="190" width="440" height="110" fill="#23282d"/>
     ${drawnText({ text: label, x: -widthOf(label, 48) / 2, y: 221, size: 48, ink: '#f2f2f2' })}`,
    camera,
  );
};

/** The fields of a French registration paper: each code with its value beside it. */
export const registrationPaper = (fields: [code: string, value: string][], camera?: Camera) => {
  const texts = fields.map(([code, value], index): Drawn[] => {
    const y = -400 + index * 90;
    return [
      { text: code, x: -600, y, size: 34 },
      { text: value, x: -460, y, size: 34 },
    ];
  });
  return photographed(
    `<rect x="-700" y="-480" width="1400" height="960" fill="#e9e4ee"/>${texts.flat().map(drawnText).join('')}`,
    camera,
  );
};

/** The back of a car with its number plate. */
export const carFromBehind = (plate: string, camera?: Camera) => {
  const size = 50;
  const half = widthOf(plate, size) / 2 + 30;
  return photographed(
    `<rect x="-800" y="-550" width="1600" height="760" fill="#aebfcc"/>
     <rect x="-800" y="200" width="1600" height="350" fill="#6c6a68"/>
     <ellipse cx="0" cy="400" rx="560" ry="40" fill="#333"/>
     <rect x="-470" y="300" width="130" height="110" rx="20" fill="#151515"/>
     <rect x="340" y="300" width="130" height="110" rx="20" fill="#151515"/>
     <path d="M-520 340 L-540 40 C-540 -60 -500 -90 -440 -110 L-360 -330 C-340 -380 340 -380 360 -330 L440 -110
       C500 -90 540 -60 540 40 L520 340 Z" fill="#7b1f24"/>
     <path d="M-390 -110 L-320 -310 C-300 -340 300 -340 320 -310 L390 -110 Z" fill="#20272d"/>
     <path d="M-530 -40 h150 v110 h-155z M530 -40 h-150 v110 h155z" fill="#c8281e" stroke="#400" stroke-width="4"/>
     <path d="M-530 190 H530" stroke="#4a1215" stroke-width="6"/>
     <rect x="${-half - 8}" y="42" width="${2 * half + 16}" height="116" rx="10" fill="#222"/>
     <rect x="${-half}" y="50" width="${2 * half}" height="100" rx="8" fill="#f4f4f0"/>
     ${drawnText({ text: plate, x: -widthOf(plate, size) / 2, y: 75, size })}`,
    camera,
  );
};
