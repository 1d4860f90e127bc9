import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Not yet among the types of the platform. */
type WithTorch = { torch?: boolean };

const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 3840 }, height: { ideal: 2160 } },
};
const QUALITY = 0.92;

/** The camera on the back, as long as the page that shows it is open. */
export const useCamera = (video: RefObject<HTMLVideoElement | null>) => {
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isLit, setLit] = useState(false);
  const [ratio, setRatio] = useState(4 / 3);

  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    const stop = () => {
      for (const one of stream?.getTracks() ?? []) one.stop();
    };
    const start = async () => {
      // Browsers have no cameras for pages that came without https.
      if (!navigator.mediaDevices) throw new DOMException('', 'NotAllowedError');
      stream = await navigator.mediaDevices.getUserMedia(WANTED);
      if (isOver) return stop();
      const shown = video.current!;
      // Also when the phone is turned.
      shown.onresize = () => setRatio(shown.videoWidth / shown.videoHeight);
      shown.srcObject = stream;
      await shown.play();
      setTrack(stream.getVideoTracks()[0]!);
    };
    start().catch((failure) => isOver || setError(failure));
    return () => {
      isOver = true;
      stop();
    };
  }, [video]);

  const take = useCallback(async (): Promise<Blob | null> => {
    const shown = video.current!;
    const canvas = document.createElement('canvas');
    canvas.width = shown.videoWidth;
    canvas.height = shown.videoHeight;
    canvas.getContext('2d')!.drawImage(shown, 0, 0);
    return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  }, [video]);

  const hasTorch = Boolean((track?.getCapabilities() as WithTorch | undefined)?.torch);
  const light = async () => {
    await track!.applyConstraints({ advanced: [{ torch: !isLit } as MediaTrackConstraintSet] });
    setLit(!isLit);
  };
  return { isReady: track !== null, error, ratio, take, torch: hasTorch ? { isLit, light } : null };
};
