import type { PagePath } from '@baobab/contract/kernel/page-table.ts'

/** Page addresses, and functions that make them. A path missing from the page table is a type error. */
export type Links = {
  [name: string]: PagePath | `${PagePath}?${string}` | ((...parameters: never[]) => string) | Links
}

/** Addresses of pages that others link to. */
export const paths = {
  home: '/',
  /** A second path to the student's dashboard. */
  dashboard: '/dashboard',
  about: '/about',
  faq: '/faq',
  contact: '/contact',
  terms: '/terms',
  termsFromSignUp: '/t&c',
  privacy: '/privacy-policy',
  policy: '/policy',

  videoList: '/video-list',
  /** A page of the public list, with a filter; pages are numbered from 1. */
  videoListPage: (page: number, filter: { search?: string; value?: string | null } = {}) => {
    const query = new URLSearchParams()
    if (filter.search) query.set('search', filter.search)
    if (filter.value) query.set('value', filter.value)
    if (page > 1) query.set('page', String(page))
    return query.size > 0 ? `/video-list?${query}` : '/video-list'
  },
  /** The public list, starting with one video. */
  videoOfList: (id: string) => withVideo('/video-list', id),
  leaderboard: '/leaderboard',
  /** A category's public leaderboard; `isWhole` requests all rows instead of only the first ones. */
  publicBoard: (ageCategory: string, isWhole = false) =>
    `/leaderboard?ageCategory=${encodeURIComponent(ageCategory)}${isWhole ? '&rows=all' : ''}`,
  userRank: '/user-rank',
  draws: '/scholarship',
  /** @param version of a list that a later one replaced */
  draw: (month: string, version?: number) => `/scholarship/${month}${toVersion(version)}`,
  checkDraw: (month: string, version?: number) => `/scholarship/${month}/verify${toVersion(version)}`,

  /** A certificate's public page. */
  certificate: (id: string) => `/certificate/${encodeURIComponent(id)}`,

  verifyEmail: '/verify-email',
  payment: '/payment',
  emailSuccess: '/email-success',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  guardianWait: '/guardian-wait',
  guardian: {
    register: '/guardian/register',
    verify: '/guardian/verify',
    logIn: '/guardian/login',
    forgotPassword: '/guardian/forgot-password',
    account: '/guardian/account',
  },
  signIn: { complete: '/sign-in/complete', connect: '/sign-in/connect' },

  student: {
    register: '/student/register',
    login: '/student/login',
    dashboard: '/student/dashboard',
    videos: '/student/videos',
    video: (id: string) => withVideo('/student/videos', id),
    /** The video from a certain second onwards. */
    videoAt: (id: string, seconds: number) => `${withVideo('/student/videos', id)}&at=${seconds}`,
    /** The videos about one value. */
    videosOfValue: (value: string) => `/student/videos?value=${value}`,
    videosOfSeries: (id: string) => `/student/videos?series=${encodeURIComponent(id)}`,
    badges: '/student/badges',
    savedVideos: '/student/videos?show=saved',
    trivia: '/student/trivia',
    /** The quiz list, starting with one video's quiz. */
    triviaOf: (id: string) => withVideo('/student/trivia', id),
    quiz: (id: string) => withVideo('/student/trivia/page', id),
    review: (id: string) => withVideo('/student/review', id),
    myQuizzes: '/student/review',
    dailyPractice: '/student/practice',
    /** Practice for a finished quiz. */
    practice: (videoTitle: string, ageCategory: string) =>
      `/student/practice?${new URLSearchParams({ title: videoTitle, ageCategory }).toString()}`,
    /** Practice of a finished quiz with questions that are new to the student. */
    replay: (videoTitle: string, ageCategory: string) =>
      `/student/practice?${new URLSearchParams({ title: videoTitle, ageCategory, questions: 'new' }).toString()}`,
    scholarship: '/student/scholarship',
    league: '/student/league',
    board: (ageCategory: string) => `/student/scholarship?ageCategory=${encodeURIComponent(ageCategory)}`,
    claim: '/student/claim',
    draws: '/student/draws',
    friends: '/student/friends',
    /** The friends page with a code filled in. The fragment is not sent to the server. */
    friendCode: (code: string) => `/student/friends#code=${code}`,
    challenge: (id: string) => `/student/challenge?id=${encodeURIComponent(id)}`,
    notification: '/student/notification',
    setting: '/student/setting',
    myData: '/student/my-data',
    payment: '/student/payment',
    paid: (reference: string) => `/student/successss?reference=${encodeURIComponent(reference)}`,
    receipt: (reference: string) => `/student/receipt?reference=${encodeURIComponent(reference)}`,
  },
} as const satisfies Links

/** Identifies a video by its `_id`, because titles change. */
export function withVideo(path: string, id: string) {
  return `${path}?video=${encodeURIComponent(id)}`
}

/** Returns the query for a version of a draw's list; '' for the latest. */
export function toVersion(version: number | undefined) {
  return version === undefined ? '' : `?version=${version}`
}
