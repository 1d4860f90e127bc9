/** Where the file store has the weights of a damage model: by their sum, so that the same file is there once. */
export const damageFileKey = (sha256: string) => `models/damage/${sha256}.onnx`;
