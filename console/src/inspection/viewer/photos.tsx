import type { Image, View } from '@walkaround/sdk';
import { useMemo, useRef, useState } from 'react';
import { AddDamage } from '../../correcting/add-damage.tsx';
import { PlaceForm } from '../../correcting/place-form.tsx';
import { useDrawing } from '../../correcting/use-drawing.tsx';
import { useWords } from '../../language.tsx';
import type { Findings } from '../findings.ts';
import type { Selecting } from '../use-selection.ts';
import { OutlineFilter } from './outline-filter.tsx';
import type { Filter } from './outlines.tsx';
import { PhotoStrip } from './photo-strip.tsx';
import { PhotoVerdict } from './photo-verdict.tsx';
import { PhotoViewer } from './photo-viewer.tsx';
import type { Tool } from './use-gestures.ts';
import './viewer.css';

type PhotosProps = { findings: Findings; image: Image; selecting: Selecting; mayChange: boolean };

/** What is drawn: a new damage, or where a known one is; `view`: its outline that is changed. */
type Drawn = 'damage' | { damage: string; view: View | null } | null;

/** The photos: one large, all small, and what is drawn on them. */
export const Photos = ({ findings, image, selecting, mayChange }: PhotosProps) => {
  const { correcting: say } = useWords();
  const [filter, setFilter] = useState<Filter>({ hidden: new Set(), score: 0, parts: false });
  const [drawn, setDrawn] = useState<Drawn>(null);
  const drawing = useDrawing(image);
  const { boxTool, setShape, edit } = drawing;
  const addButton = useRef<HTMLButtonElement>(null);
  const close = (added: string | null) => {
    setDrawn(null);
    drawing.setBox(null);
    setShape('box');
    if (added) selecting.show(added);
    // The form that had the focus is gone.
    requestAnimationFrame(() => addButton.current?.focus());
  };
  /** Whoever draws at once is asked afterwards what it is. */
  const quickTool = useMemo(
    (): Tool => ({
      ...boxTool,
      down: (point, unit) => {
        setShape('box');
        setDrawn('damage');
        boxTool.down(point, unit);
      },
    }),
    [boxTool, setShape],
  );
  const found = findings.damages.find(({ damage }) => damage.id === selecting.damage);
  const view = found?.views.find(({ imageId }) => imageId === image.id) ?? null;
  const known = findings.damages.find(
    ({ damage }) => drawn !== null && drawn !== 'damage' && damage.id === drawn.damage,
  );
  const begin = (what: Drawn) => {
    if (what !== null && what !== 'damage' && what.view) edit(what.view);
    setDrawn(what);
  };
  const button = (label: string, what: Drawn) => (
    <button type="button" className="button small" onClick={() => begin(what)}>
      {label}
    </button>
  );
  return (
    <>
      <PhotoViewer
        findings={findings}
        selecting={selecting}
        filter={filter}
        drawing={drawn && drawing.tool ? { tool: drawing.tool, drawn: drawing.picture } : null}
        quickTool={mayChange ? quickTool : null}
      />
      <div className="under-photo">
        <PhotoVerdict image={image} />
        {mayChange && !drawn && (
          <div className="row">
            {found &&
              (view
                ? button(say.editOutline, { damage: found.damage.id, view })
                : button(say.alsoHere, { damage: found.damage.id, view: null }))}
            <button type="button" ref={addButton} className="button small" onClick={() => begin('damage')}>
              {say.addDamage}
            </button>
          </div>
        )}
      </div>
      {drawn === 'damage' && (
        <AddDamage findings={findings} drawing={drawing} part={selecting.part} onClose={close} />
      )}
      {drawn !== null && drawn !== 'damage' && known && (
        <PlaceForm
          findings={findings}
          drawing={drawing}
          found={known}
          view={drawn.view}
          onClose={() => close(null)}
        />
      )}
      <OutlineFilter findings={findings} filter={filter} onChange={setFilter} />
      <PhotoStrip findings={findings} current={image.id} onChoose={selecting.selectImage} />
    </>
  );
};
