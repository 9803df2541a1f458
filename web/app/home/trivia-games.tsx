import { paths } from '../paths.ts'
import { RegisterLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { text } from './text.ts'

/** The last option is right, so that a style sheet can mark it. */
const RIGHT = text.tryOptions.length - 1

/** What a quiz is, with a question that visitors can answer at once. */
export function TriviaGames() {
  return (
    <section className="sec" id="trivia">
      <div className="wrap">
        <div className="card panel-yellow try__panel">
          <div className="stack">
            <h2>{text.triviaGames}</h2>
            <p>{text.triviaLead}</p>
          </div>
          <Question />
        </div>
      </div>
    </section>
  )
}

/** Works without script: the style sheet shows whether the chosen option is right, and why. */
function Question() {
  return (
    <fieldset className="card try__card">
      <legend className="qtext">{text.tryQuestion}</legend>
      {text.tryOptions.map((option, at) => [
        <input key={at} type="radio" name="try" id={`try-${at}`} data-at={at} data-right={at === RIGHT || undefined} />,
        <label key={option} className="qopt" htmlFor={`try-${at}`}>
          <span className="k">{'ABCD'[at]}</span>
          <span>{option}</span>
        </label>,
      ])}
      <div className="try__answer" role="status">
        <div className="try__right">
          <p>
            <b>{text.tryRight}</b> {text.tryWhy}
          </p>
          <RegisterLink className={buttonClass({ kind: 'accent' })} inApp={paths.student.trivia}>
            {text.takeQuiz}
          </RegisterLink>
        </div>
        {text.tryWrong.map((why, at) => (
          <p key={why} className="try__wrong" data-at={at}>
            {why}
          </p>
        ))}
      </div>
    </fieldset>
  )
}
