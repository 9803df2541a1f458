type Props = { percent: number; label: string; valueText?: string }

/**
 * A progress bar. React sets its width through the CSSOM, which the content policy allows. Do not use it on prerendered
 * pages: they would contain a style attribute, which the policy blocks.
 */
export function Weave({ percent, label, valueText }: Props) {
  const value = Math.round(Math.min(100, Math.max(0, percent)))
  return (
    <div
      className="weave"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={valueText}
    >
      <i style={{ width: `${value}%` }} />
    </div>
  )
}
