// Text for the Home page. Longer texts are in the files of their sections: steps.tsx, faq-questions.ts, sample-content.tsx, about.tsx.
import { dataHint } from '../videos/text.ts'

export const text = {
  pageTitle: 'Watch. Answer. Rise.',
  pageDescription: 'Short moral stories, trivia and a monthly scholarship for young Nigerians aged 5 to 20.',
  sloganLines: ['Watch. ', 'Answer. ', 'Rise.'],
  heroLead: (prize: string) =>
    `Short stories for young Nigerians aged 5 to 20. Watch one, answer its quiz, climb the leaderboard. Every month one student wins ${prize}.`,
  aScholarship: 'a scholarship',
  startNow: 'Start Now',
  claimYourSpot: 'Claim Your Spot',
  facts: 'At a glance',
  free: 'Free to join',
  freeDetail: 'and light on data',
  twoMinutes: '2 minutes',
  twoMinutesDetail: 'for a quiz',
  scholarship: 'Scholarship',
  prizeDetail: 'for one student every month',

  tryQuestion: 'You find a wallet on the road. A name is inside. What do you do?',
  tryOptions: [
    'Keep the money, throw away the wallet',
    'Take a little, then give it back',
    'Leave it there and walk on',
    'Look for the owner',
  ],
  tryRight: 'Right!',
  /** Why each wrong option is wrong, in their order. None gives the right one away. */
  tryWrong: [
    'Not quite. The money is not yours. Try again.',
    'Not quite. Even a little of it is not yours. Try again.',
    'Not quite. Anybody could take it there. Try again.',
  ],
  tryWhy: 'The name says whose it is, and that person is looking for it.',

  howItWorks: 'How it works',
  howItWorksLead: 'Five steps, from your first video to the scholarship.',

  featuredVideos: 'Featured Videos',
  featuredLead: dataHint,
  noVideos: 'The first videos will appear here',
  noVideosHelp: 'Sign up now and be there when they arrive.',
  signUp: 'Sign Up',
  watchVideo: 'Watch Video',
  actionOnVideo: (action: string, title: string) => `${action}: ${title}`,

  triviaGames: 'Trivia Games',
  triviaLead: 'Every video ends with a quiz. Try a question now:',
  takeQuiz: 'Take Quiz',

  aboutUs: 'About us',
  aboutQuote:
    'Long before there were screens, children sat under the tree at night and listened. The story ended with a question.',
  aboutParagraph:
    'Baobab brings that evening back. We make short videos about honesty, respect, courage and sharing. Then we ask. When you answer, you remember.',
  runBy: 'Baobab is run by {name}.',
  runByAt: 'Baobab is run by {name}, {address}.',
  readMore: 'Read more about us',
  testimonials: 'What students and parents say',
  faq: 'Questions people ask',
  faqHelp: 'Something else? {contact} and a person will reply.',
  contactUs: 'Contact us',
  funders: 'Scholarships are funded by',
  partners: 'Our partners',
  sample: 'Sample',
  sampleNote: 'All of this is invented. Real quotes and names will be here.',

  faqPage: 'Frequently asked questions',
  faqDescription: 'What Baobab costs, how much data a video uses, how the quiz works and how the winner is chosen.',
} as const
