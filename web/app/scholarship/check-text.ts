// What each step of a check shows, and what a check says in the end.
import type { CheckName } from '@baobab/contract/scholarship/draw/check-rows.ts'
import type { DrawOutcome } from '@baobab/contract/scholarship/draw/files.ts'

/** What a check says in the end. */
export const verdicts: Record<DrawOutcome | 'false', string> = {
  drawn: 'This draw is correct.',
  open: 'Everything so far is correct. The winner has not been drawn yet.',
  none: 'This draw is correct. It has no winner.',
  void: 'This list is correct, but it was replaced by a later one. Nobody is drawn from it.',
  false: 'This draw is not correct.',
}

/** What a check says in the end if nothing was compared with what was published, beside that the files fit together. */
export const uncomparedOutcomes: Record<DrawOutcome, string> = {
  drawn: '',
  open: 'The winner is not drawn yet.',
  none: 'Nobody has won.',
  void: 'The list was replaced by a later one. Nobody is drawn from it.',
}

/** What each step of a check shows. `why`: what it means that the step failed. */
export const checkLabels: Record<CheckName, { title: string; failed: string; help: string; why: string }> = {
  list: {
    title: 'The list is complete',
    failed: 'The list is not right',
    help: 'Your device computed the code of the list. It has to be the one in your message.',
    why: 'The list was changed, or it is the list of another month.',
  },
  board: {
    title: 'The list has one line for each row of both leaderboards',
    failed: 'The leaderboards do not agree with the list',
    help: 'So nobody was added to the list, and nobody was left out.',
    why: 'A leaderboard was changed after the list was made, or a row was added or left out.',
  },
  told: {
    title: 'Your message agrees',
    failed: 'Your message does not agree',
    help: 'Nobody can have changed your message since it reached you.',
    why: 'The list or the announcements were changed after your message, or your message is about another month.',
  },
  chain: {
    title: 'The source of the number is known',
    failed: 'The source of the number is not right',
    help: 'The list names the source of the number. So nobody could choose another source afterwards.',
    why: 'The number comes from a source that the list does not name.',
  },
  round: {
    title: 'Nobody chose the moment',
    failed: 'The moment is not right',
    help: 'The date decides which public number counts, so nobody can choose it.',
    why: 'Somebody chose another moment than the rules say, or announced something too late.',
  },
  beacon: {
    title: 'The number is real',
    failed: 'The number is not real',
    help: 'The number carries a signature that only its source can make. Your device checked it.',
    why: 'The number was made up or changed.',
  },
  winner: {
    title: 'The winner is right',
    failed: 'The winner is not right',
    help: 'Your device shuffled the list with the number, and the same entry came first.',
    why: 'The list and the number give another winner than the page shows.',
  },
  opening: {
    title: 'The winner is on the leaderboard',
    failed: 'The winner is not the one on the leaderboard',
    help: 'The line of the winner is that of a row of the leaderboard, with the name that the page shows.',
    why: 'The name, the place or the points of the winner do not belong to the line that was drawn.',
  },
  time: {
    title: 'It was there in time',
    failed: 'It was not there in time',
    help: 'An authority outside of Baobab signed the time, before anybody could know the public number.',
    why: 'The list or an announcement was made later than the rules say, or a time stamp is not about it.',
  },
}

/** What some steps of a check show if witnesses drew. */
export const witnessLabels: typeof checkLabels = {
  ...checkLabels,
  round: {
    title: 'It was time for witnesses',
    failed: 'It was not time for witnesses',
    help: 'The public number was late for long enough. Each witness promised a secret number before anyone revealed one.',
    why: 'The witnesses were named too early, or against the rules.',
  },
  beacon: {
    title: 'No witness changed the number',
    failed: 'The number of a witness is not right',
    help: 'Each witness revealed the secret number that was promised. Your device checked it.',
    why: 'A witness revealed another number than the promised one.',
  },
  winner: {
    title: 'The winner is right',
    failed: 'The winner is not right',
    help: 'Your device shuffled the list with the secret numbers, and the same entry came first.',
    why: 'The list and the secret numbers give another winner than the page shows.',
  },
}
