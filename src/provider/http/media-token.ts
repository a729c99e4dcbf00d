/** First character of a path segment that is a token of signed media. */
export const TOKEN_MARK = '~';
/** Pattern of a token segment. */
export const TOKEN_STEP = `${TOKEN_MARK}[\\w.-]+`;
