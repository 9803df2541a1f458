import { daysToMonthEnd, monthName } from '@baobab/contract/scholarship/rules.ts'
import { Card } from '../ui/card.tsx'
import { text } from './text.ts'

/** How long points still count for this month's list. @param today the day in Lagos by the server's clock, YYYY-MM-DD */
export function MonthClose({ today }: { today: string }) {
  const days = daysToMonthEnd(today)
  return (
    <Card className="stack stack-3">
      <h2 className="h-20">{days === 0 ? text.closesToday : text.daysToClose(days)}</h2>
      <p className="small muted">{text.closeHelp(monthName(today.slice(0, 7)))}</p>
    </Card>
  )
}
