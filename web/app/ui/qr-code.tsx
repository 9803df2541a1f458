import QRCode from 'qrcode'

/** The width of the white margin in modules. Cameras cannot find a code without it. */
const MARGIN = 4

type Props = {
  content: string
  /** What a screen reader says. Without it the code is decorative: its content is shown next to it as text. */
  label?: string
}

/**
 * Draws a QR code as an SVG path instead of a picture with a data URL: browsers treat a picture that appears while a page is being left as
 * a ping, which the content security policy then blocks and reports.
 */
export function QrCode({ content, label }: Props) {
  const { modules } = QRCode.create(content, { errorCorrectionLevel: 'M' })
  const side = modules.size + 2 * MARGIN
  let path = ''
  for (const [index, isDark] of modules.data.entries())
    if (isDark) path += `M${MARGIN + (index % modules.size)} ${MARGIN + Math.floor(index / modules.size)}h1v1h-1z`
  const meaning = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg className="qr" viewBox={`0 0 ${side} ${side}`} {...meaning} shapeRendering="crispEdges">
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
