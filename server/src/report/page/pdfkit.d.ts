/** What pdfkit can do and its types do not tell. */
declare namespace PDFKit {
  type OpenedImage = { width: number; height: number };

  namespace Mixins {
    interface AnnotationOption {
      /** What the link belongs to for those who hear the document. */
      structParent?: PDFStructureElement;
    }

    interface PDFImage {
      /** Read once; however often it is then drawn, the file holds it once. */
      openImage(picture: Buffer): OpenedImage;
      image(picture: OpenedImage, x: number, y: number, size: OpenedImage): this;
    }
  }
}
