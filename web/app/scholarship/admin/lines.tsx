/** Shows values with their labels, one below the other. */
export function Lines({ lines }: { lines: readonly (readonly [string, string])[] }) {
  return (
    <dl className="stack stack-2">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt className="muted small">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
