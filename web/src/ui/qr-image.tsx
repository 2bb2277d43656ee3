import { QrCode } from './qr-code.tsx'

interface QrImageProps {
  code: string
  /** As the provider gave it; only one that is in the answer itself is shown, never one from somewhere else. */
  image: string | null
  label: string
  className?: string
}

/** A provider's own picture of the code, or ours where there is none. */
export function QrImage({ code, image, label, className }: QrImageProps) {
  if (image?.startsWith('data:image/')) return <img src={image} alt={label} className={`bg-white ${className ?? ''}`} />
  return <QrCode text={code} label={label} {...(className ? { className } : {})} />
}
