import type { Document } from '@walkaround/sdk';
import { useState } from 'react';
import { ReadingDialog } from '../../correcting/reading-dialog.tsx';
import { useFormats } from '../../formats/formats.ts';
import { fill, nameIn, useCounted, useNames, useWords } from '../../language.tsx';
import { Crop } from '../../shell/crop.tsx';
import type { Findings } from '../findings.ts';

const Evidence = ({ evidence }: { evidence: Document['evidence'] }) => {
  const { inspection: say } = useWords();
  const counted = useCounted();
  const { photosAgreeing: agreeing, photosAsked: asked, checkDigit } = evidence;
  return (
    <p className="soft facts">
      {fill(counted(say.photosAgree, asked), { agreeing })}
      {checkDigit && (
        <>
          {' '}
          ·{' '}
          {checkDigit === 'valid'
            ? say.checkDigitValid
            : checkDigit === 'invalid'
              ? say.checkDigitInvalid
              : say.checkDigitNone}
        </>
      )}
    </p>
  );
};

const Read = ({
  document,
  findings,
  onShow,
  onCorrect,
}: {
  document: Document;
  findings: Findings;
  onShow(image: string): void;
  onCorrect(document: Document): void;
}) => {
  const { inspection: say } = useWords();
  const names = useNames();
  const formats = useFormats();
  return (
    <li className="document">
      <h3>{nameIn(names.document_types, document.type)}</h3>
      <dl className="pairs">
        {document.fields.map((field, index) => {
          const [view] = field.views;
          const image = findings.images.find(({ id }) => id === view?.imageId);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a paper may name two holders.
            <div key={`${field.name} ${index}`}>
              <dt>{nameIn(names.document_fields, field.name)}</dt>
              <dd>
                <strong>{field.value ?? say.notLegible}</strong>{' '}
                <span className="soft">
                  {field.correctedBy === null ? formats.percent(field.confidence) : say.corrected}
                </span>
                {view && image && (
                  <button
                    type="button"
                    className="picture-button"
                    aria-label={`${say.showPhoto}: ${field.value}`}
                    onClick={() => onShow(image.id)}
                  >
                    <Crop
                      photo={image}
                      box={view.boundingBox}
                      label={String(field.value)}
                      size={[176, 44]}
                      room={0.15}
                    />
                  </button>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      <Evidence evidence={document.evidence} />
      <button
        type="button"
        className="button small"
        aria-label={`${say.correct}: ${nameIn(names.document_types, document.type)}`}
        onClick={() => onCorrect(document)}
      >
        {say.correct}
      </button>
    </li>
  );
};

/** Where it stands, large enough to be read. */
const Place = ({ document, findings }: { document: Document; findings: Findings }) => {
  const field = document.fields.find(({ views }) => views.length > 0);
  const [view] = field?.views ?? [];
  const photo = findings.images.find(({ id }) => id === view?.imageId);
  if (!field || !view || !photo) return null;
  const label = String(field.value);
  return <Crop photo={photo} box={view.boundingBox} label={label} size={[480, 140]} room={0.15} />;
};

/** What was read on the photos, with the place where it stands. */
type DocumentsProps = { findings: Findings; mayChange: boolean; onShow(image: string): void };

export const Documents = ({ findings, mayChange, onShow }: DocumentsProps) => {
  const { inspection: say } = useWords();
  const { documents } = findings.inspection;
  const [corrected, setCorrected] = useState<Document | null>(null);
  if (documents.length === 0) return null;
  return (
    <section className="card" aria-labelledby="documents">
      <h2 id="documents">{say.documents}</h2>
      <ul className="document-list">
        {documents.map((document) => (
          <Read
            key={document.id}
            document={document}
            findings={findings}
            onShow={onShow}
            onCorrect={setCorrected}
          />
        ))}
      </ul>
      {corrected && (
        <ReadingDialog
          of={{ subject: corrected.type, itemId: corrected.id }}
          fields={corrected.fields.map(({ name, value, correctedBy }) => ({
            field: name,
            value,
            isCorrected: correctedBy !== null,
          }))}
          picture={<Place document={corrected} findings={findings} />}
          findings={findings}
          mayChange={mayChange}
          onClose={() => setCorrected(null)}
        />
      )}
    </section>
  );
};
