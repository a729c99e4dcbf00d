/** Draws one triangle that covers the picture; its corners are the only attribute. */
export const VERTEX_SHADER = `
attribute vec2 corner;
uniform vec2 extent;
varying vec2 place;
void main() {
  place = corner * extent;
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

/** For every pixel, samples the point where its ray meets the sphere: exact at any field of view, without a mesh. */
export const FRAGMENT_SHADER = `
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif
uniform sampler2D video;
uniform vec3 right;
uniform vec3 up;
uniform vec3 ahead;
varying vec2 place;
const float PI = 3.14159265358979;
void main() {
  vec3 ray = normalize(right * place.x + up * place.y + ahead);
  float across = 0.5 + atan(ray.x, -ray.z) / (2.0 * PI);
  float down = 0.5 - asin(clamp(ray.y, -1.0, 1.0)) / PI;
  gl_FragColor = texture2D(video, vec2(across, down));
}`;

/** The triangle; the picture is the square from -1 to 1 inside it. */
export const CORNERS = [-1, -1, 3, -1, -1, 3];
