/** The value with file versions, which differ between checkouts, removed from its addresses below `/media/`. */
export function unversioned<Value>(value: Value): Value {
  const text = JSON.stringify(value).replaceAll(/(\/media\/(?:~[\w.-]+\/)?)@[\da-z]+-[\w-]+\//g, '$1');
  return JSON.parse(text) as Value;
}
