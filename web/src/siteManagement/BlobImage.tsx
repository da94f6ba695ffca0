import { useEffect, useRef } from "react";

interface Props {
  bytes: Blob;
  /** What it shows; an empty text beside words that say it. */
  alt: string;
  className?: string | undefined;
}

/** An image of bytes that are here already. */
export function BlobImage({ bytes, alt, className }: Props) {
  const element = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(bytes);
    element.current?.setAttribute("src", url);
    return () => URL.revokeObjectURL(url);
  }, [bytes]);
  return <img ref={element} alt={alt} className={className} />;
}
