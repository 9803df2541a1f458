import QRCode from 'qrcode'

/** Light squares around the code, without which a camera does not find it. */
const QUIET = 4

/** A QR code as one path: no script, no style and no picture that a policy would have to allow. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const side = modules.size + 2 * QUIET
  let path = ''
  for (const [at, isDark] of modules.data.entries())
    if (isDark) path += `M${QUIET + (at % modules.size)} ${QUIET + Math.floor(at / modules.size)}h1v1h-1z`
  return (
    <svg className="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
