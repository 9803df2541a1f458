// Sentences that belong to no single feature.

export const commonText = {
  somethingWentWrong: 'Something went wrong! Please try again.',
  tooManyRequests: 'Too many tries. Please wait a little and try again.',
  allFieldsRequired: 'All fields are required!',
  checkInput: 'Please check what you entered.',
  fieldNotExpected: 'This field is not expected.',
  notFound: 'We could not find that.',
  forbidden: 'You do not have permission to do this.',
  unauthorised: 'Unauthorized access. Please log in.',
  authenticationRequired: 'Authentication required.',
  tokenMissing: 'Authentication token is missing. Please log in.',
  notLoggedIn: 'You are not logged in.',
  mustBeLoggedInToAnswer: 'You must be logged in to submit an answer.',
  sessionEnded: 'Unauthorized. Please log in.',
  usernameMissing: 'Username is not available. Redirecting to login...',
  unauthorisedRedirecting: 'Unauthorized. Redirecting...',
  offline: 'No connection. Check your network, then try again. Nothing you did is lost.',
  networkSilent: 'The network is not responding. Please try again.',
  tooLarge: 'That is too large to send.',
  loggedOut: 'Logout Successful',
} as const
