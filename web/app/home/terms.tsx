import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { LegalPage } from './legal-page.tsx'

export const meta = () =>
  pageMeta(
    'Terms and conditions',
    'The rules of Baobab: accounts, quizzes, points, payment and the monthly scholarship.',
  )

export default function Terms() {
  return (
    <LegalPage
      title="Terms and conditions"
      lead="The rules we play by, yours and ours. If you are under 18, read them with a parent or guardian, who agrees to them with you."
      changed="29 November 2026"
      short={short}
      sections={sections}
    />
  )
}

const short = [
  { icon: 'users', line: 'One account each, with your true birthday.' },
  {
    icon: 'timer',
    line: 'You do each quiz once, in 2 minutes, or more with “Read to me”. Each right answer is 10 points.',
  },
  { icon: 'check-circle', line: 'Answer by yourself. If you cheat, you lose your place.' },
  { icon: 'graduation-cap', line: 'The scholarship is a chance to win, not a promise.' },
  { icon: 'lock-simple', line: 'You do not have to pay. Paying opens more videos. It buys no points and no rank.' },
] as const

const contact = <Link to={paths.contact}>Contact page</Link>

const sections = [
  {
    title: 'Who can take part',
    body: (
      <p>
        Anyone can watch the free videos. To play, earn points and appear on a leaderboard you need an account and must
        be 5 to 20 years old. A person under 18 needs the agreement of a parent or guardian; under 13, please sign up
        together. By opening an account you, and your parent or guardian if you are under 18, accept these terms and the{' '}
        <Link to={paths.privacy}>privacy policy</Link>.
      </p>
    ),
  },
  {
    title: 'Your account',
    body: (
      <ul>
        <li>Give true details. Your date of birth decides your age group and cannot be changed later.</li>
        <li>
          Choose a username that is not your real name and does not insult anyone. It is the name that others see, next
          to your drawn picture.
        </li>
        <li>Keep your password to yourself. You are responsible for what is done with your account.</li>
        <li>One account each. A second one is closed, and its points do not count.</li>
      </ul>
    ),
  },
  {
    title: 'Quizzes and points',
    body: (
      <ul>
        <li>You have one attempt at each video’s quiz, and 120 seconds by our clock from the moment you start.</li>
        <li>
          If you turn on “Read to me” before you start, you also get the time to hear the questions: a minute for every
          110 words. You then have at most 240 seconds. This is the same for everyone who turns it on.
        </li>
        <li>Each question takes one answer, and it cannot be changed once it is submitted.</li>
        <li>A correct answer is worth 10 points. There are no points for a wrong one, and none are taken away.</li>
        <li>
          The quiz locks when you have answered all questions, when you finish, or when the time is up. The review then
          shows the answers.
        </li>
        <li>If a question turns out to be wrong we correct it, and we say so.</li>
      </ul>
    ),
  },
  {
    title: 'Fair play',
    body: (
      <p>
        Answer by yourself. Programs that answer, sharing answers while others are still playing, taking over accounts
        and attacking the service are not allowed. Anyone who does this may still watch and learn, but loses their place
        on the leaderboard and in the draw. If you think we got it wrong, write to us and a person will look again.
      </p>
    ),
  },
  {
    title: 'Leaderboard and scholarship',
    body: (
      <>
        <p>
          There is one leaderboard for ages 5-10 and one for 11-20, of up to 1,000 students each. Students with the same
          score are listed in the order in which they reached it.
        </p>
        <p>
          Every month, one winner is picked at random from the top 1,000 students of each age group, taken together. We
          publish the rules of each draw, and the steps that let anyone check it. The draw may be open only to students
          who have paid for access; the published rules of the month say whether that is so. Before a prize is given to
          a person under 18, a parent or guardian must agree. The prize goes towards education and cannot be passed on.
        </p>
        <p>Being on the list is a chance, not a promise. Nobody at Baobab can choose the winner.</p>
      </>
    ),
  },
  {
    title: 'Paying for more',
    body: (
      <>
        <p>
          One payment, whose price you see before you pay, opens more videos, more trivia and the monthly scholarships.
          It is not a subscription and does not run out. If you are under 18, ask the owner of the card first.
        </p>
        <p>
          The payment partner takes the card details; we never see them. If you paid and nothing opened, do not pay
          again: write to us with the reference, and we will find it. If you paid by mistake, or the service did not
          give what it promised, ask for your money back through the {contact}. A full refund ends the access it bought.
          Your rights as a consumer under Nigerian law are not affected.
        </p>
      </>
    ),
  },
  {
    title: 'Our content',
    body: (
      <p>
        The stories, drawings and questions belong to Baobab or to those who made them. Watch them, talk about them,
        show them in class. Do not sell them or put them on another site without asking.
      </p>
    ),
  },
  {
    title: 'What we promise, and what we cannot',
    body: (
      <p>
        We keep the service running as well as we can, and an answer we have confirmed stays counted. We cannot promise
        that networks, phones and partners never fail. We are responsible for harm that we cause on purpose or through
        carelessness, as the law says; nothing on this page takes that away.
      </p>
    ),
  },
  {
    title: 'Leaving, and changes',
    body: (
      <p>
        You can stop at any time and delete your account under Settings. We may change these terms; the date at the top
        shows when we last did, and before an important change we notify every account. Nigerian law applies. If we
        disagree, talk to us first on the {contact}: most things can be put right there.
      </p>
    ),
  },
]
