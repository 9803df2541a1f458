// Text for the Home page. Longer texts are in the files of their sections: steps.tsx, faq-questions.ts, sample-content.ts, about.tsx.
import { formatCount } from '../ui/format.ts'

export const text = {
  pageTitle: 'Watch. Answer. Rise.',
  pageDescription: 'Short moral stories, trivia and a monthly scholarship for young Nigerians aged 5 to 20.',
  sloganLines: ['Watch. ', 'Answer. ', 'Rise.'],
  heroLead:
    'Short moral stories for young Nigerians aged 5 to 20. Watch one, answer the trivia, climb the leaderboard and stand a chance to win the monthly scholarship.',
  startNow: 'Start Now',
  claimYourSpot: 'Claim Your Spot',
  facts: 'At a glance',
  howItWorks: 'How it works',
  howItWorksLead: 'Five steps from your first video to the scholarship draw.',

  featuredVideos: 'Featured Videos',
  featuredLead: 'The size is on the cover, so you know before you tap.',
  noVideos: 'The first videos will appear here',
  noVideosHelp: 'Sign up now and be there when they arrive.',
  signUp: 'Sign Up',
  watchVideo: 'Watch Video',
  actionOnVideo: (action: string, title: string) => `${action}: ${title}`,

  triviaGames: 'Trivia Games',
  triviaLead: 'Every video ends with a quiz: four options, one correct answer and a time limit.',
  exampleQuestion: 'What a question looks like',
  playThisWeek: 'Play these this week',
  noTrivia: 'The first quizzes will open with the first videos.',
  questionsAndPoints: (questions: number, points: number) =>
    `${formatCount(questions, 'question')}, up to ${formatCount(points, 'point')}`,
  takeQuiz: 'Take Quiz',

  aboutUs: 'About us',
  aboutQuote:
    'Long before there were screens, children sat under the tree at night and listened. The story ended with a question, and the question stayed with you.',
  aboutParagraphs: [
    'Baobab brings that evening back. We make short videos about honesty, respect, courage and sharing, set in the streets, schools and markets young Nigerians already know.',
    'Then we ask. Answering is how a lesson becomes yours, and every point you earn moves you closer to help with school fees.',
  ],
  readMore: 'Read more about us',
  testimonials: 'What students and parents say',
  faq: 'Questions people ask',
  faqHelp: 'Something else? {contact} and a person will reply.',
  contactUs: 'Contact us',
  funders: 'Scholarships are funded by',
  partners: 'Our partners',
} as const
