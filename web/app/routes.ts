import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** Returns the routes of a page with several addresses; links use the first one. */
function pages(file: string, ...addresses: [string, ...string[]]) {
  return addresses.map((address) => route(address, file, { id: address }))
}

export default [
  layout('layouts/public-layout.tsx', [
    index('home/home.tsx'),
    route('about', 'home/about.tsx'),
    route('contact', 'contact/contact.tsx'),
    ...pages('home/terms.tsx', 'terms', 't&c'),
    ...pages('home/privacy-policy.tsx', 'privacy-policy', 'policy'),
    route('*', 'shell/not-found.tsx'),
  ]),
  layout('layouts/auth-layout.tsx', [
    route('student/register', 'accounts/register.tsx'),
    route('student/login', 'accounts/log-in.tsx'),
    ...pages('accounts/verify-email.tsx', 'verify-email', 'email-verify'),
    route('email-success', 'accounts/email-success.tsx'),
    route('forgot-password', 'accounts/forgot-password.tsx'),
    route('reset-password', 'accounts/reset-password.tsx'),
    route('guardian-consent', 'accounts/guardian-consent.tsx'),
    route('admin/register', 'accounts/admin/register.tsx'),
    route('admin/login', 'accounts/admin/log-in.tsx'),
    route('admin/forgot-password', 'accounts/admin/forgot-password.tsx'),
    route('admin/reset-password', 'accounts/admin/reset-password.tsx'),
  ]),
  layout('layouts/open-layout.tsx', [
    route('video-list', 'videos/video-list.tsx'),
    route('leaderboard', 'leaderboard/public-leaderboard.tsx'),
    route('user-rank', 'leaderboard/my-rank.tsx'),
  ]),
  layout('layouts/student-layout.tsx', [
    ...pages('dashboard/dashboard.tsx', 'student/dashboard', 'dashboard'),
    route('student/videos', 'videos/student-videos.tsx'),
    route('student/scholarship', 'leaderboard/student-leaderboard.tsx'),
    route('student/trivia', 'quiz/quiz-list.tsx'),
    route('student/trivia/page', 'quiz/quiz-page.tsx'),
    route('student/review', 'quiz/review.tsx'),
    route('student/setting', 'profile/settings.tsx'),
    ...pages('payments/payment.tsx', 'student/payment', 'payment'),
    route('student/receipt', 'payments/receipt.tsx'),
    route('student/notification', 'notifications/notifications.tsx'),
  ]),
  layout('layouts/parent-layout.tsx', [route('pay-for-child', 'payments/pay-for-child.tsx')]),
  layout('payments/payment-result-guard.tsx', [
    layout('layouts/student-layout.tsx', { id: 'student-layout-after-payment' }, [
      route('student/successss', 'payments/payment-result.tsx'),
    ]),
  ]),
  layout('layouts/admin-layout.tsx', [
    route('admin/dashboard', 'metrics/admin-dashboard.tsx'),
    route('admin/user-management', 'students/user-management.tsx'),
    route('admin/registrations', 'accounts/admin/registrations.tsx'),
    route('admin/student', 'students/student-page.tsx'),
    ...pages('content/content-management.tsx', 'admin/content-management', 'admin/trivias'),
    route('admin/videos', 'videos/admin/admin-videos.tsx'),
    route('video-upload', 'videos/admin/video-upload.tsx'),
    route('admin/trivia', 'quiz/admin/admin-trivia.tsx'),
    route('admin/trivia/page', 'quiz/admin/dry-run-page.tsx'),
    route('trivia-form', 'quiz/admin/trivia-form.tsx'),
    route('admin/trivia/import', 'quiz/import/question-import.tsx'),
    route('admin/scholarship-management', 'scholarship/admin/scholarship.tsx'),
    route('admin/notification', 'notifications/admin/notifications.tsx'),
    route('admin/notification/form', 'notifications/admin/notification-form.tsx'),
    route('admin/payments', 'payments/admin/admin-payments.tsx'),
    route('admin/payment', 'payments/admin/admin-payment.tsx'),
    route('admin/audit-log', 'audit/audit-log.tsx'),
    route('admin/system', 'system/system.tsx'),
    route('admin/messages', 'contact/admin/messages.tsx'),
    route('admin/setting', 'profile/admin/settings.tsx'),
    route('admin/team', 'accounts/admin/team.tsx'),
  ]),
] satisfies RouteConfig
