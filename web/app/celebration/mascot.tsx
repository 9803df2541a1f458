export type Mood = 'glad' | 'cheering'

const mouths: Record<Mood, string> = {
  glad: 'M51 70q9 7 18 0',
  cheering: 'M50 68q10 16 20 0z',
}

/** The mascot: a young baobab with a face. Its branches are its arms, which it lifts when it cheers. Decorative. */
export function Mascot({ mood }: { mood: Mood }) {
  return (
    <svg className={`mascot mascot--${mood}`} viewBox="0 0 120 120" aria-hidden="true">
      <ellipse cx="60" cy="112" rx="30" ry="5" fill="#2a3170" opacity="0.35" />
      <g className="mascot__body">
        <g className="mascot__arm mascot__arm--left">
          <path d="M40 62C28 58 22 50 20 40" stroke="#8f2f17" strokeWidth="8" strokeLinecap="round" fill="none" />
          <circle cx="20" cy="36" r="11" fill="#15805a" />
        </g>
        <g className="mascot__arm mascot__arm--right">
          <path d="M80 62c12-4 18-12 20-22" stroke="#8f2f17" strokeWidth="8" strokeLinecap="round" fill="none" />
          <circle cx="100" cy="36" r="11" fill="#15805a" />
        </g>
        <path d="M38 110c4-22 2-34 0-50 0-14 10-22 22-22s22 8 22 22c-2 16-4 28 0 50z" fill="#b23e1e" />
        <path
          d="M60 9c24 0 40 10 40 22 0 10-9 14-18 14-8 0-12-4-22-4s-14 4-22 4c-9 0-18-4-18-14C20 19 36 9 60 9z"
          fill="#15805a"
        />
        <circle cx="42" cy="24" r="5" fill="#ffc21a" />
        <circle cx="62" cy="17" r="5" fill="#ffc21a" />
        <circle cx="80" cy="26" r="5" fill="#ffc21a" />
        <circle cx="51" cy="57" r="6" fill="#fff" />
        <circle cx="69" cy="57" r="6" fill="#fff" />
        <g fill="#141a4a">
          <circle cx="51" cy="58" r="3" />
          <circle cx="69" cy="58" r="3" />
        </g>
        <path
          d={mouths[mood]}
          stroke="#141a4a"
          strokeWidth="3.5"
          strokeLinecap="round"
          fill={mood === 'cheering' ? '#fff' : 'none'}
        />
        <path d="M46 92c6 3 22 3 28 0" stroke="#ffc21a" strokeWidth="4" strokeLinecap="round" fill="none" />
      </g>
    </svg>
  )
}
