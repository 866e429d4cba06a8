import { renderSVG } from 'uqr';

interface QrCodeProps {
  content: string;
  label: string;
}

/** Dark on white in every theme, because many scanners cannot read the reverse. */
const INKS = { whiteColor: '#f4f6f5', blackColor: '#06090c' } as const;
/** Modules of quiet zone that scanners need around a code. */
const BORDER = 4;

/** A QR code. In a module of its own, because few pages draw one. */
export default function QrCode({ content, label }: QrCodeProps) {
  const svg = renderSVG(content, { ecc: 'M', border: BORDER, ...INKS });
  return <img className="totp__picture" alt={label} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />;
}
