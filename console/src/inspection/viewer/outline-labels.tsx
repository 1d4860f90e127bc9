import { useMemo } from 'react';
import { LABEL_HEIGHT, type Label, placeLabels } from './place-labels.ts';

/** A shown outline and what its label says; its box is in pixels of the photo. */
export type Labeled = Omit<Label, 'box'> & {
  kind: 'damage' | 'suspicion' | 'wheel';
  box: { xmin: number; ymin: number; width: number; height: number };
};

/** What of the photo is seen, and how many of its pixels a pixel of the screen shows. */
export type Seen = { x: number; y: number; width: number; height: number; unit: number };

type LabelsProps = { labels: Labeled[]; seen: Seen };

/** They are as large on the screen however near one looks. */
export const OutlineLabels = ({ labels, seen }: LabelsProps) => {
  const placed = useMemo(() => {
    const onScreen = labels.map(({ box, ...label }) => ({
      ...label,
      box: {
        x: (box.xmin - seen.x) / seen.unit,
        y: (box.ymin - seen.y) / seen.unit,
        width: box.width / seen.unit,
        height: box.height / seen.unit,
      },
    }));
    return placeLabels(onScreen, { width: seen.width / seen.unit, height: seen.height / seen.unit });
  }, [labels, seen]);
  return (
    <g transform={`translate(${seen.x} ${seen.y}) scale(${seen.unit})`}>
      {placed.toReversed().map(({ id, text, x, y, width, height }) => {
        const { kind, isSelected } = labels.find((label) => label.id === id)!;
        return (
          <g
            key={id}
            className={isSelected ? 'outline-label selected' : 'outline-label'}
            transform={`translate(${x} ${y})`}
          >
            <rect width={width} height={height} rx={5} {...{ [`data-${kind}`]: id }} />
            <text x={width / 2} y={LABEL_HEIGHT / 2}>
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
};
