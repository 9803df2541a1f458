import { CHALLENGE_KEPT_DAYS, FRIENDS_AGE_MIN, REQUEST_DAYS } from '@baobab/contract/friends/rules.ts'
import { GUARDIAN_WAIT_DAYS, UNVERIFIED_HOLDS_MS } from '@baobab/contract/accounts/rules.ts'
import { CONTACT_MESSAGE_MONTHS } from '@baobab/contract/contact/text.ts'
import { ATTEMPT_ORIGIN_DAYS } from '@baobab/contract/fair-play/text.ts'
import {
  FIRST_INACTIVITY_MAIL_DAYS,
  INACTIVE_MONTHS,
  LAST_INACTIVITY_MAIL_DAYS,
} from '@baobab/contract/privacy/endpoints.ts'
import { FORMER_ATTEMPT_MONTHS } from '@baobab/contract/quiz/rules.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { LegalPage } from './legal-page.tsx'

const DAY_MS = 24 * 3_600_000

export const meta = () =>
  pageMeta(
    'Privacy policy',
    'What Baobab knows about you, why, who sees it, how long it is kept, and what you can ask of us.',
  )

export default function Privacy() {
  return (
    <LegalPage
      title="Privacy policy"
      lead="What we know about you, why we need it, who sees it, and what you can ask of us. Read it with a parent or guardian if you are under 18."
      changed="29 November 2026"
      short={short}
      sections={sections}
    />
  )
}

const short = [
  {
    icon: 'eye',
    line: 'Others see your username, drawn picture, points, rank and weekly league. If you win, they see that. If you show them your certificate, they see that too. From 13, your friends here see a little more.',
  },
  {
    icon: 'clipboard-text',
    line: 'We ask only for what the quizzes, the leaderboard and the scholarship need.',
  },
  { icon: 'x-circle', line: 'No adverts follow you, we sell nothing about you, and we use no cookies.' },
  {
    icon: 'gear-six',
    line: 'In Settings you can download what we hold, correct it or delete your account. It is free.',
  },
  { icon: 'users-three', line: 'Under 18? Sign up together with a parent or guardian.' },
] as const

const contact = <Link to={paths.contact}>Contact page</Link>

const sections = [
  {
    title: 'Who is responsible',
    body: (
      <p>
        Baobab runs this service and decides how your data is used; the law calls that the data controller. We follow
        the Nigeria Data Protection Act 2023. Reach us, and the person who looks after data protection, through the{' '}
        {contact}.
      </p>
    ),
  },
  {
    title: 'What we hold, and why',
    body: (
      <>
        <ul>
          <li>
            <b>To give you an account:</b> username, email, password, phone number. The password is stored scrambled in
            such a way that nobody can read it, not even us.
          </li>
          <li>
            <b>To put you in the right age group:</b> your date of birth. You play with 5-10 or 11-20.
          </li>
          <li>
            <b>To reach a scholarship winner and know whom we serve:</b> gender, address and, if you give it, your
            school.
          </li>
          <li>
            <b>To hand over a prize:</b> the name, phone number and email of a winner's parent or guardian, which the
            winner gives us.
          </li>
          <li>
            <b>If you log in with Microsoft, LinkedIn, Pinterest, X, TikTok or Apple:</b> which of them, the number by
            which they know you, and since when. They also tell us your name, which we show you once, and perhaps your
            email. We learn nothing else from them, and they learn that you use Baobab.
          </li>
          <li>
            <b>To show who you are:</b> which of our drawn pictures you chose, which others see next to your username,
            and, from the age of 11 and if you want one, a photo of yourself, which only you and our team see. We remove
            the hidden details of the photo, such as where it was taken.
          </li>
          <li>
            <b>To run the product:</b> videos you watched and how far, your bookmarks and certificates, your answers and
            their times, your practice, your points, rank and league, your friends and your games with them, what you
            report about a question, and notifications we sent you.
          </li>
          <li>
            <b>So that the quiz fits you:</b> whether you turned on “Read to me”, whether our team gave you more time
            for quizzes, and days on which your streak is paused. We do not store why.
          </li>
          <li>
            <b>If you turn on notifications on your phone:</b> the address that your browser’s maker gives your browser,
            and its keys. The maker passes on only that there is something new, and cannot read it. Log out, or turn
            them off, and we delete it.
          </li>
          <li>
            <b>To keep the prize fair:</b> which quizzes were taken on the same device or internet connection. We keep
            codes, not the address itself. If something looks wrong, a person checks it and tells you why. You can tell
            us your side, and nothing is decided by a computer. If you tell us that you are missing from a draw's list,
            we publish when, and what came of it, but not who wrote it or what.
          </li>
          <li>
            <b>If you pay:</b> the amount, the date and our payment partner’s reference. Your card number goes to the
            payment partner and never to us. If a refund needs a bank account, we pass it on to the partner and do not
            store it.
          </li>
          <li>
            <b>If you write to us:</b> your name, email and message, and your replies by email with the address that
            they came from, so that a person can answer.
          </li>
        </ul>
        <p>
          We use your network address for a short time to stop attacks, and we do not store the address itself with what
          you do here. We ask for nothing that shows your religion, tribe, health or politics; please do not send it.
        </p>
      </>
    ),
  },
  {
    title: 'Why the law lets us',
    body: (
      <p>
        Most of it we need to give you what you signed up for. Keeping attackers out and the leaderboard fair is a
        legitimate interest that we share with every honest player. Payment records are kept because tax law requires
        it. Everything else, such as a picture or a school, is by your consent, and for a person under 18 by the consent
        of a parent or guardian. You can withdraw consent at any time.
      </p>
    ),
  },
  {
    title: 'Children and parents',
    body: (
      <>
        <p>
          Baobab is for ages 5 to 20, so most of our users are children in the eyes of the law. A person under 18 needs
          the agreement of a parent or guardian. Where we ask for a guardian’s email at sign-up, the account opens only
          when that person agrees through the link we send, after the child has entered the code from our email. The
          same link withdraws the consent later and closes the account. We then email the child and the guardian, and
          delete both addresses once these emails are sent, after three days at the latest. Anyone who resets the
          password from the child’s email sees part of the guardian’s address and can remove it; that guardian’s link
          then does nothing, and another one has to agree.
        </p>
        <p>
          Parents and guardians may ask to see what we hold on their child, correct it, or close the account. Before we
          answer, we check that the person who asks really is the parent. We show children no targeted advertising, we
          build no profile of them for others, and nobody but our own team can send a child a message here.
        </p>
      </>
    ),
  },
  {
    title: 'Who else sees it',
    body: (
      <>
        <p>
          <b>Everybody:</b> on the leaderboard your username, drawn picture, points and rank. The students in your
          weekly league also see your points for the week. While we check how points were earned, the leaderboard shows
          that too. Choose a username that is not your real name. The pages of a scholarship draw show the winner's
          username, or another name if the winner and a parent or guardian agree to it, and no addresses or phone
          numbers. Each draw also publishes both leaderboards as they were when the month closed: usernames, positions
          and points. If you delete your account, we take your username out of them, but copies that others have saved
          keep it.
        </p>
        <p>
          <b>Anybody who has the address of your certificate:</b> your username, the series you finished, how many
          answers were right and the date. Nobody can guess the address, and the page is gone when you delete your
          account.
        </p>
        <p>
          <b>Your friends here, from the age of {FRIENDS_AGE_MIN}:</b> your username, drawn picture, age group, points
          this month, streak, and the results of your games together. Both of you agreed, and each can end it at any
          time. There are no messages between friends.
        </p>
        <p>
          <b>Our own team:</b> admins who look after students and content.
        </p>
        <p>
          <b>Those who work for us:</b> the companies that keep our servers, that deliver our mail and receive your
          replies, and the payment partner if you pay. They may use the data only for that work. If it is ever stored on
          a server outside Nigeria, it will be protected as strongly as the Act requires.
        </p>
        <p>We never sell data. We hand it to authorities only where the law requires it.</p>
      </>
    ),
  },
  {
    title: 'What stays on your phone',
    body: (
      <p>
        No cookies. Your browser keeps your login, your username, answers that have not been sent yet and your choices,
        such as light or dark. Log Out removes the login. On a shared phone leave “Remember me” unticked, and you are
        logged out when the browser is closed.
      </p>
    ),
  },
  {
    title: 'How long we keep it',
    body: (
      <>
        <p>As long as your account is open. Some things are deleted earlier, and a few are kept longer:</p>
        <ul>
          <li>
            <b>An account that nobody uses</b> is deleted after {INACTIVE_MONTHS} months. We announce that by email{' '}
            {FIRST_INACTIVITY_MAIL_DAYS} and {LAST_INACTIVITY_MAIL_DAYS} days before, and logging in keeps the account.
          </li>
          <li>
            <b>A sign-up</b> whose email nobody verifies is deleted after {UNVERIFIED_HOLDS_MS / DAY_MS} days, and one
            to which no parent or guardian agrees {GUARDIAN_WAIT_DAYS} days after our last email to them.
          </li>
          <li>
            <b>Messages</b> from the contact form are deleted {CONTACT_MESSAGE_MONTHS} months after you last wrote,
            friend requests without an answer after {REQUEST_DAYS} days, and games between friends after{' '}
            {CHALLENGE_KEPT_DAYS} days.
          </li>
          <li>
            <b>When an account is deleted,</b> your details, picture and messages are removed. Records of payments stay
            as long as tax law requires.
          </li>
          <li>
            <b>Your old username</b> is not given out again, so that nobody can pose as you later. For that we keep an
            unreadable code for it, not the name.
          </li>
          <li>
            <b>The quizzes you started:</b> so that nobody gets a second first try by deleting an account, we keep an
            unreadable code for your email with them, for {FORMER_ATTEMPT_MONTHS} months and only to keep the prize
            fair.
          </li>
          <li>
            <b>The codes of devices and internet connections</b> are deleted after {ATTEMPT_ORIGIN_DAYS} days. If you
            delete your account, they stay until then.
          </li>
        </ul>
      </>
    ),
  },
  {
    title: 'What you can ask of us',
    body: (
      <>
        <p>
          Under Settings you can download your data, change your phone number, address, school and picture, and delete
          your account. You can also ask us, free of charge, to:
        </p>
        <ul>
          <li>show you what we hold and give you a copy you can take elsewhere,</li>
          <li>correct what you cannot change there,</li>
          <li>delete your account and your data,</li>
          <li>stop a use you object to, or withdraw a consent.</li>
        </ul>
        <p>
          Write to us on the {contact} from the email of your account. We answer within 30 days. If you are not
          satisfied with the answer, you can complain to the Nigeria Data Protection Commission.
        </p>
      </>
    ),
  },
  {
    title: 'If something goes wrong',
    body: (
      <p>
        If data gets into the wrong hands and that could harm you, we tell the Commission within 72 hours and tell you
        without delay, in plain words, including what you can do.
      </p>
    ),
  },
  {
    title: 'When this page changes',
    body: <p>We change the date at the top, and before anything important changes we notify every account.</p>,
  },
]
