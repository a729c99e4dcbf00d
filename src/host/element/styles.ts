/** Styles of the shadow tree. The page's own rules for `oriel-player` take precedence over those for `:host`. */
export const STYLES = `
:host { display: block; position: relative; aspect-ratio: 16 / 9; background: #000; overflow: hidden }
:host([hidden]) { display: none }
iframe, img, button { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; box-sizing: border-box }
img { object-fit: cover }
button { padding: 0; background: none; cursor: pointer }
svg { width: clamp(40px, 12%, 72px); fill: #fff; filter: drop-shadow(0 0 1px #000) }
circle { fill: rgb(0 0 0 / 65%) }
button:hover circle { fill: rgb(0 0 0 / 85%) }
button:focus-visible { outline: 3px solid #fff; outline-offset: -5px; box-shadow: inset 0 0 0 6px #000 }
@media (forced-colors: active) {
  svg { fill: ButtonText }
  circle { fill: ButtonFace; stroke: ButtonText }
  button:focus-visible { outline-color: Highlight }
}
`;
