import type { Image } from '@walkaround/sdk';
import { useRef, useState } from 'react';
import { AddDamage } from '../correcting/add-damage.tsx';
import { useDrawing } from '../correcting/use-drawing.tsx';
import { useWords } from '../language.tsx';
import type { Findings } from './findings.ts';
import { PhotoVerdict } from './photo-verdict.tsx';
import type { Selecting } from './use-selection.ts';
import { OutlineFilter } from './viewer/outline-filter.tsx';
import type { Filter } from './viewer/outlines.tsx';
import { PhotoStrip } from './viewer/photo-strip.tsx';
import { PhotoViewer } from './viewer/photo-viewer.tsx';
import './viewer/viewer.css';

type PhotosProps = { findings: Findings; image: Image; selecting: Selecting; mayChange: boolean };

/** The photos: one large, all small, and what is drawn on them. */
export const Photos = ({ findings, image, selecting, mayChange }: PhotosProps) => {
  const { correcting: say } = useWords();
  const [filter, setFilter] = useState<Filter>({ hidden: new Set(), score: 0, parts: false });
  const [isAdding, setAdding] = useState(false);
  const drawing = useDrawing(image);
  const addButton = useRef<HTMLButtonElement>(null);
  const close = (added: string | null) => {
    setAdding(false);
    drawing.setBox(null);
    if (added) selecting.show(added);
    // The form that had the focus is gone.
    requestAnimationFrame(() => addButton.current?.focus());
  };
  return (
    <>
      <PhotoViewer
        findings={findings}
        selecting={selecting}
        filter={filter}
        drawing={isAdding && drawing.tool ? { tool: drawing.tool, drawn: drawing.picture } : null}
      />
      <div className="under-photo">
        <PhotoVerdict image={image} />
        {mayChange && !isAdding && (
          <button type="button" ref={addButton} className="button small" onClick={() => setAdding(true)}>
            {say.addDamage}
          </button>
        )}
      </div>
      {isAdding && <AddDamage findings={findings} drawing={drawing} part={selecting.part} onClose={close} />}
      <OutlineFilter findings={findings} filter={filter} onChange={setFilter} />
      <PhotoStrip findings={findings} current={image.id} onChoose={selecting.selectImage} />
    </>
  );
};
