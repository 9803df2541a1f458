/** The questions on Home. Search engines read them too (public-pages/structured-data.tsx). */
export const faqQuestions = [
  {
    title: 'Who can join Baobab?',
    body: 'Anyone in Nigeria aged 5 to 20. You play in one of two groups, 5-10 or 11-20, set by your date of birth. If you are under 13, ask a parent or guardian to sign up with you.',
  },
  {
    title: 'How much data does one video use?',
    body: 'It depends on the video, so every cover shows the size in MB. Nothing is downloaded until you press play.',
  },
  {
    title: 'How does the trivia work?',
    body: 'Each video has its own questions with four options. You get 120 seconds for the whole quiz and 10 points for every correct answer.',
  },
  {
    title: 'Can I take the same quiz twice?',
    body: 'No. When you finish, or when the time runs out, that quiz locks. You can still read the review, and practise the questions without points.',
  },
  {
    title: 'How is the monthly scholarship winner chosen?',
    body: 'The top 1,000 students of each age group can be in the draw, if they are aged 5 to 20, have not been disqualified, and have paid where the rules of the month ask for it. One winner will be drawn at random each month. The list will be closed and its fingerprint published before the draw, so anyone will be able to check the result afterwards.',
  },
  {
    title: 'What do I get when I pay?',
    body: 'More videos, more trivia and entry to the monthly scholarships. You pay once, through our payment partner. We never see or keep your card number.',
  },
  {
    title: 'What can other people see about me?',
    body: 'Only your username, score and rank, and a certificate if you show it to them. Your real name, phone number, address and school stay private.',
  },
]
