import { useState } from 'react';
import type { Findings } from '../inspection/findings.ts';
import type { Change } from './undo-stack.tsx';
import { useCorrections } from './use-corrections.ts';

/** A form of corrections: it closes once they were made, and stays with what was typed where they could not be. */
export const useSaving = (findings: Findings, onClose: () => void) => {
  const corrections = useCorrections(findings);
  const [isSaving, setSaving] = useState(false);
  const make = async (text: string, changes: Change[]) => {
    if (changes.length === 0) return onClose();
    setSaving(true);
    if (await corrections.make(text, changes)) onClose();
    else setSaving(false);
  };
  return { corrections, isSaving, make };
};
