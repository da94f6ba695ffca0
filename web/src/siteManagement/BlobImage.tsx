import { useEffect, useRef } from "react";

interface Props {
  bytes: Blob;
  /** A description of the image; empty if the text beside it says the same. */
  alt: string;
  className?: string | undefined;
}

/** An image from bytes that are already loaded. */
export function BlobImage({ bytes, alt, className }: Props) {
  const element = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(bytes);
    element.current?.setAttribute("src", url);
    return () => URL.revokeObjectURL(url);
  }, [bytes]);
  return <img ref={element} alt={alt} className={className} />;
}
