import { type ReactNode, useRef, useState } from 'react';

/** Some systems do not know the type of a HEIC file, only its name. */
const PICTURES = 'image/*,.heic,.heif,.avif';
const isPicture = ({ type, name }: File) => type.startsWith('image/') || /\.(heic|heif|avif)$/i.test(name);

export const sortFiles = (files: Iterable<File>) =>
  Object.groupBy([...files], (file) => (isPicture(file) ? 'pictures' : 'others'));

type Chosen = (files: File[]) => void;

/** Whatever is inside takes files that are dropped onto it. */
export const DropTarget = (props: { className: string; onFiles: Chosen; children: ReactNode }) => {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; a button inside does the same.
    <div
      className={`${props.className} ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        props.onFiles([...event.dataTransfer.files]);
      }}
    >
      {props.children}
    </div>
  );
};

/** A button that opens the system's choice of files. */
export const ChooseFiles = (props: {
  label: string;
  className: string;
  many?: boolean;
  onFiles: Chosen;
  children: ReactNode;
}) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={props.className}
        aria-label={props.label}
        onClick={() => input.current!.click()}
      >
        {props.children}
      </button>
      <input
        ref={input}
        hidden
        type="file"
        accept={PICTURES}
        multiple={props.many}
        onChange={({ target }) => {
          props.onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
};
