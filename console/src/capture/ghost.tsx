import type { Image } from '@walkaround/sdk';
import { useState } from 'react';
import { Outline, type Outlined } from '../shell/outline.tsx';
import { thumbnail } from '../shell/pictures.ts';

/** An earlier photo, faint: what is to be in the picture again. The outline takes its place where it cannot be shown. */
export const Ghost = ({ photo, view, width }: { photo: Image; view: Outlined; width: number }) => {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <Outline view={view} />;
  return <img className="ghost" src={thumbnail(photo.path, width)} alt="" onError={() => setBroken(true)} />;
};
