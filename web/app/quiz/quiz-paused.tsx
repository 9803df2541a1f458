import { type Maintenance, maintenanceText } from '@baobab/contract/maintenance/endpoints.ts'
import { describeMaintenance } from '../maintenance/maintenance-note.tsx'
import { formatClock } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { text } from './text.ts'
import { useFocusOn } from './use-focus-on.ts'
import { useRunningQuiz } from './use-running-quiz.ts'

/** Shown in place of the question while maintenance is on: the time that is left, and when the quiz goes on. */
export function QuizPaused({ maintenance }: { maintenance: Maintenance | undefined }) {
  const heading = useFocusOn<HTMLHeadingElement>('paused')
  const running = useRunningQuiz()
  return (
    <section className="card stack quiz-paused">
      <h1 ref={heading} tabIndex={-1}>
        {running ? text.paused : text.notNow}
      </h1>
      {running && (
        <p className="row nowrap">
          <Icon name="pause" />
          <b>{text.pausedLeft(formatClock(running.left))}</b>
        </p>
      )}
      {maintenance ? <p>{explain(maintenance, running !== undefined)}</p> : <Loading text={text.goesOn} />}
      {running && maintenance && <p className="muted">{text.pausedHelp}</p>}
    </section>
  )
}

function explain(maintenance: Maintenance, isRunning: boolean): string {
  if (!isRunning) return describeMaintenance(maintenance)
  return maintenanceText.quizStopped({ expectedEndAt: new Date(maintenance.expectedEndAt), now: new Date() })
}
