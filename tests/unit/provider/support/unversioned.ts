/** The same value with addresses below `/media/` without the version of their files, which is that of this checkout. */
export function unversioned<Value>(value: Value): Value {
  const text = JSON.stringify(value).replaceAll(/(\/media\/(?:~[\w.-]+\/)?)@[\da-z]+-[\w-]+\//g, '$1');
  return JSON.parse(text) as Value;
}
